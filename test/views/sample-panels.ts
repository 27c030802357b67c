import type { PanelContent, PanelOutcome } from '../../src/guilds/panels.js';
import type { PanelFacts, PanelPlace } from '../../src/views/channels/panel-view.js';

/** Nothing chosen, and all as long as the modal lets it get. */
export const everyPanel: readonly PanelContent[] = [
	{},
	{
		title: 'T'.repeat(256),
		text: 'x'.repeat(4000),
		pictureUrl: `https://example.com/${'p'.repeat(2000)}`,
		pictureAlt: 'a'.repeat(1000),
	},
];

export const everyPanelOutcome: readonly PanelOutcome[] = [
	{ kind: 'missing' },
	{ kind: 'limited', retryAt: 1_700_000_000_000 },
	{ kind: 'refused', obstacle: 'no-channel' },
	{ kind: 'refused', obstacle: 'no-access' },
	...everyPanel.flatMap((content) =>
		(['posted', 'changed'] as const).map((kind) => ({ kind, messageId: '50000000000000000001', content })),
	),
];

/** A server with an icon that has chosen everything, and one with nothing. */
export const everyPanelFacts: readonly PanelFacts[] = [
	{
		server: { name: 'Maren’s Support', iconUrl: 'https://cdn.example.com/icon.png' },
		buyerRoleId: '300000000000000001',
		supportChannelId: '400000000000000002',
	},
	{
		server: { name: '', iconUrl: undefined },
		buyerRoleId: '300000000000000001',
		supportChannelId: undefined,
	},
	{ server: { name: 'x', iconUrl: undefined }, buyerRoleId: undefined, supportChannelId: undefined },
];

export const panelPlace: PanelPlace = {
	guildId: '10000000000000000001',
	channelId: '40000000000000000001',
	isOpenToAll: false,
	isPictureBad: true,
	wasOutdated: true,
};
