import { MessageFlags, PermissionFlagsBits } from 'discord.js';
import { describe, expect, it } from 'vitest';
import {
	askForWords,
	digestOf,
	mayNotPostView,
	panel,
	panelComponents,
	panelOutcomeView,
	panelWords,
	postAgain,
	sendWords,
	stalePanelView,
	wordsModal,
} from '../../../commands/panel/panel.js';
import { translatorFor } from '../../../src/i18n/translator.js';
import type { PanelContent, PanelOutcome, PanelRequest } from '../../../src/services/setup/panels.js';
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
const place = { guildId, channelId, isOpenToAll: true };

function setUp(isKnown = true) {
	const wishes: PanelRequest[] = [];
	const done = (wish: PanelRequest, content: PanelContent): PanelOutcome => {
		wishes.push(wish);
		return { kind: 'changed', messageId: '500000000000000001', content };
	};
	const panels = {
		post: async (wish: PanelRequest) => done(wish, former),
		rewrite: async (wish: PanelRequest, change: (content: PanelContent) => PanelContent | undefined) => {
			const next = change(former);
			return next === undefined
				? ({ kind: 'stale', messageId: '1', content: former } as const)
				: done(wish, next);
		},
		look: async () => outcome(former),
		known: () => (isKnown ? former : undefined),
		isOpenToAll: () => true,
	};
	const services = { panels };
	return {
		wishes,
		command: (given: Given) => askCommand(panel, services, { options: { channel: channelId }, ...given }),
		use: (kind: 'button' | 'modal', customId: string, given: Given = {}) =>
			askComponent(panelComponents, kind, services, { customId, ...given }),
	};
}

const outcome = (content: PanelContent) =>
	({ kind: 'changed', messageId: '500000000000000001', content }) as const;

describe('/panel', () => {
	it('posts in the channel that was chosen and shows the manager what came of it', async () => {
		const { command, wishes } = setUp();
		expect(await command({ permissions: manager })).toEqual([
			['defer', { flags: MessageFlags.Ephemeral }],
			['edit', panelOutcomeView(t, outcome(former), place)],
		]);
		expect(wishes).toEqual([{ guildId, channelId, userId: '200000000000000001' }]);
	});
});

describe('the words of a panel', () => {
	it('stand in the form as they are', async () => {
		const log = await setUp().use('button', askForWords.encode(channelId), { permissions: manager });
		expect(log).toEqual([['modal', wordsModal(t, channelId, panelWords(t, former))]]);
	});

	it('are read first where the bot has just started, and the page says so', async () => {
		const given = { permissions: manager, isOnOwnAnswer: true };
		const log = await setUp(false).use('button', askForWords.encode(channelId), given);
		expect(log).toEqual([
			['defer update', undefined],
			['edit', panelOutcomeView(t, outcome(former), { ...place, wasOutdated: true })],
		]);
	});

	it('are posted again if the panel was deleted, for members who may', async () => {
		const { use, wishes } = setUp();
		expect((await use('button', postAgain.encode(channelId), { permissions: manager })).at(-1)).toEqual([
			'edit',
			panelOutcomeView(t, outcome(former), place),
		]);
		expect(wishes).toMatchObject([{ channelId }]);
		const refused = [['reply', ephemeral(refusalView(t, 'manager'))]];
		expect(await use('button', postAgain.encode(channelId))).toEqual(refused);
		const mayNotPost = { permissions: manager, mayPost: false };
		expect(await use('button', postAgain.encode(channelId), mayNotPost)).toEqual([
			['reply', ephemeral(mayNotPostView(t, channelId))],
		]);
		expect(wishes).toHaveLength(1);
	});

	it('are changed on the panel and on the page that the modal was opened from', async () => {
		const { use, wishes } = setUp();
		const typed = {
			title: ' New ',
			text: 'Come in',
			picture: ' https://example.com/new.png ',
			alt: ' A receipt ',
		};
		const log = await use('modal', sentWords, {
			permissions: manager,
			typed,
			isOnOwnAnswer: true,
		});
		const content = {
			title: 'New',
			text: 'Come in',
			pictureUrl: 'https://example.com/new.png',
			pictureAlt: 'A receipt',
		};
		expect(log).toEqual([
			['defer update', undefined],
			['edit', panelOutcomeView(t, outcome(content), { ...place, isPictureBad: false })],
		]);
		expect(wishes).toMatchObject([{ channelId, guildId }]);
	});

	it.each(['picture.png', 'http://example.com/p.png'])(
		'are not lost where the picture cannot be shown, which stays as it was: %s',
		async (picture) => {
			const typed = { title: 'New', text: '', picture, alt: '' };
			const log = await setUp().use('modal', sentWords, { permissions: manager, typed });
			const content = { title: 'New', pictureUrl: former.pictureUrl ?? '' };
			expect(log[1]).toEqual([
				'edit',
				panelOutcomeView(t, outcome(content), { ...place, isPictureBad: true }),
			]);
		},
	);

	it('are not changed by a form that was opened before they were, which gives back what was typed', async () => {
		const { use, wishes } = setUp();
		const typed = { title: 'New', text: 'Come in', picture: '', alt: '' };
		const customId = sendWords.encode(channelId, digestOf(panelWords(t, {})));
		const log = await use('modal', customId, { permissions: manager, typed, isOnOwnAnswer: true });
		expect(log[1]).toEqual(['edit', stalePanelView(t, channelId, panelWords(t, former), typed)]);
		for (const shown of ['Not saved', 'Former', 'Come in']) expect(JSON.stringify(log[1])).toContain(shown);
		expect(wishes).toEqual([]);
	});
});
