import { PlaygroundPage } from '@claimcheck/local-discord/web/playground-page.js';
import { panels } from './panels.js';

// The playground's page: the local Discord's own, with the world of a support server beside it.

const page = document.querySelector('playground-page');
if (page instanceof PlaygroundPage) page.panels = panels;
