//! Tables, pictures and folders of results.
