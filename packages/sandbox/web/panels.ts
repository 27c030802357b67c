import { inspectorPanel } from '@claimcheck/local-discord/web/inspector/inspector-panel.js';
import type { Panel } from '@claimcheck/local-discord/web/playground-page.js';
import { html } from 'lit';
import type { ServerState } from '../src/playground/world/world-state.js';
import './world/bot-panel.js';
import './world/clock-panel.js';
import './world/database-panel.js';
import './world/server-panel.js';
import './world/shop-panel.js';

/** The panels next to the frames, in tab order. */
export const panels: readonly Panel[] = [
	{
		id: 'shop',
		label: 'Shop',
		render: (store, connection) =>
			html`<shop-panel .connection=${connection} .state=${store.parts['shop']} .now=${store.now}></shop-panel>`,
	},
	{
		id: 'server',
		label: 'Server',
		render(store, connection) {
			const state = store.parts['server'] as ServerState | undefined;
			const guild = store.guilds.get(state?.guildId ?? '');
			return html`<server-panel .connection=${connection} .state=${state} .guild=${guild}></server-panel>`;
		},
	},
	{
		id: 'clock',
		label: 'Clock',
		render: (store, connection) =>
			html`<clock-panel .connection=${connection} .state=${store.parts['clock']} .now=${store.now}></clock-panel>`,
	},
	{
		id: 'bot',
		label: 'Bot',
		render: (store, connection) =>
			html`<bot-panel .connection=${connection} .state=${store.parts['bot']} .now=${store.now}></bot-panel>`,
	},
	{
		id: 'database',
		label: 'Database',
		render: (store, connection) =>
			html`<database-panel .connection=${connection} .state=${store.parts['database']}></database-panel>`,
	},
	inspectorPanel,
];
