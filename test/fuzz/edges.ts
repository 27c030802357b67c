import { discordEdge } from './discord-edge.js';
import type { Edge } from './edge.js';
import { rowsEdge } from './rows-edge.js';

/** Every edge, by its name. Each call opens one of its own. */
export const edges: Readonly<Record<string, () => Edge>> = {
	discord: discordEdge,
	rows: rowsEdge,
};
