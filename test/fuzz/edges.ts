import { configurationEdge } from './configuration-edge.js';
import { discordEdge } from './discord-edge.js';
import type { Edge } from './edge.js';
import { exportsEdge } from './exports-edge.js';
import { rowsEdge } from './rows-edge.js';
import { shopEdge } from './shop-edge.js';
import { viewsEdge } from './views-edge.js';

/** Every edge, by its name. Each call opens one of its own. */
export const edges: Readonly<Record<string, () => Edge>> = {
	configuration: configurationEdge,
	discord: discordEdge,
	exports: exportsEdge,
	rows: rowsEdge,
	shop: shopEdge,
	views: viewsEdge,
};
