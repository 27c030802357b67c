import { inspectorPanel } from './inspector/inspector-panel.js';
import { PlaygroundPage } from './playground-page.js';

// The page for any bot. Who adds panels of their own builds a page like this one.

const page = document.querySelector('playground-page');
if (page instanceof PlaygroundPage) page.panels = [inspectorPanel];
