import './playground-page.js';

// The page for any bot. Who adds panels of their own builds a page like this one.
