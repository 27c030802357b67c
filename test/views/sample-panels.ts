import type { PanelContent, PanelOutcome } from '../../src/guilds/panels.js';
import type { Translator } from '../../src/i18n/translator.js';

/** Nothing chosen, and all as long as the modal lets it get. */
export const everyPanel: readonly PanelContent[] = [
	{},
	{
		title: 'T'.repeat(256),
		text: 'x'.repeat(4000),
		pictureUrl: `https://example.com/${'p'.repeat(2000)}`,
	},
];

export const everyPanelOutcome: readonly PanelOutcome[] = [
	{ kind: 'missing' },
	{ kind: 'refused', obstacle: 'no-channel' },
	{ kind: 'refused', obstacle: 'no-access' },
	...everyPanel.flatMap((content) =>
		(['posted', 'changed'] as const).map((kind) => ({ kind, messageId: '50000000000000000001', content })),
	),
];

export function panelPlace(panelT: Translator) {
	return {
		guildId: '10000000000000000001',
		channelId: '40000000000000000001',
		panelT,
		isPictureBad: true,
	};
}
