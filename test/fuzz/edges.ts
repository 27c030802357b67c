import { discordEdge } from './discord-edge.js';
import type { Edge } from './edge.js';
import { rowsEdge } from './rows-edge.js';

/** Every edge by name. Each call opens a separate one. */
export const edges: Readonly<Record<string, () => Edge>> = {
	discord: discordEdge,
	rows: rowsEdge,
};
