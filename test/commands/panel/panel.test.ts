import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import {
	digestOf,
	mayNotPostView,
	panel,
	panelComponents,
	panelOutcomeView,
	panelWords,
	postAgain,
	sendWords,
	stalePanelView,
} from '../../../commands/panel/panel.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { PanelContent, PanelRequest } from '../../../src/services/setup/panels.js';
import { ephemeral } from '../../../src/ui/message.js';
import { refusalView } from '../../../src/ui/refusal.js';
import { askCommand, askComponent } from '../../discord/interactions/asking.js';
import type { Given } from '../../discord/interactions/fake-interaction.js';

const t = translatorFor('en-US');
const channelId = '400000000000000001';
const guildId = '100000000000000001';
const manager = PermissionFlagsBits.ManageGuild;
const former: PanelContent = { title: 'Former', pictureUrl: 'https://example.com/former.png' };
const sentWords = sendWords.encode(channelId, digestOf(panelWords(t, former)));
const place = { guildId, channelId };
const posted = { kind: 'posted', messageId: '500000000000000001' } as const;

function setUp() {
	const wishes: PanelRequest[] = [];
	const contents: PanelContent[] = [];
	const panels = {
		post: async (wish: PanelRequest) => {
			wishes.push(wish);
			return posted;
		},
		rewrite: async (wish: PanelRequest, change: (content: PanelContent) => PanelContent | undefined) => {
			const next = change(former);
			if (next === undefined) return { kind: 'stale', content: former } as const;
			wishes.push(wish);
			contents.push(next);
			return posted;
		},
		contentOf: async () => former,
	};
	const services = { panels };
	return {
		wishes,
		contents,
		command: (given: Given) => askCommand(panel, services, { options: { channel: channelId }, ...given }),
		use: (kind: 'button' | 'modal', customId: string, given: Given = {}) =>
			askComponent(panelComponents, kind, services, { customId, ...given }),
	};
}

describe('the words of a panel', () => {
	it('are posted again only for a manager who may post there', async () => {
		const { use, wishes } = setUp();
		const refused = [['reply', ephemeral(refusalView(t, 'manager'))]];
		expect(await use('button', postAgain.encode(channelId))).toEqual(refused);
		const mayNotPost = { permissions: manager, mayPost: false };
		const log = await use('button', postAgain.encode(channelId), mayNotPost);
		expect(log.at(-1)).toEqual(['edit', mayNotPostView(t, channelId)]);
		expect(wishes).toEqual([]);
	});

	it.each(['picture.png', 'http://example.com/p.png'])(
		'are kept if the picture cannot be shown, and the picture stays as it was: %s',
		async (picture) => {
			const typed = { title: 'New', text: '', picture, alt: '' };
			const { use, contents } = setUp();
			const log = await use('modal', sentWords, { permissions: manager, typed });
			expect(contents).toEqual([{ title: 'New', pictureUrl: former.pictureUrl }]);
			expect(log[1]).toEqual(['edit', panelOutcomeView(t, posted, { ...place, isPictureBad: true })]);
		},
	);

	it('are not changed by a form opened before their last change, which returns the typed text', async () => {
		const { use, wishes } = setUp();
		const typed = { title: 'New', text: 'Come in', picture: '', alt: '' };
		const customId = sendWords.encode(channelId, digestOf(panelWords(t, {})));
		const log = await use('modal', customId, { permissions: manager, typed, isOnOwnAnswer: true });
		expect(log[1]).toEqual(['edit', stalePanelView(t, channelId, typed)]);
		expect(wishes).toEqual([]);
	});
});
