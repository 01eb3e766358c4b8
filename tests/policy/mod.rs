//! Policy files: read, checked, compiled; policies that search.
