import type { Person } from '@claimcheck/local-discord/person';
import { mediaOf, selectsOf, textOf } from '@claimcheck/local-discord/reading';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, register } from './hosted-bot.js';
import { button, buttons, headline, itemIdsOn, listOn, readable } from './reading.js';

let stage: Stage;
let bot: RunningBot;
let person: Person;

async function open(itemCount: number): Promise<void> {
	stage = await openStage({ marketplace: { itemCount } });
	await register(stage);
	await startBot();
	person = stage.people.buyer;
}

/** With room for a test that opens each item once. */
async function startBot(): Promise<void> {
	bot = await stage.startBot({ MARKETPLACE_PER_MINUTE: '1000' });
	await bot.logged('Loaded the items');
}

async function click(page: APIMessage, label: string): Promise<APIMessage> {
	return person.clickButton(page, button(page, label)).answered();
}

/** Opens the first item of a page. */
async function openFirst(page: APIMessage): Promise<APIMessage> {
	const { customId, values } = listOn(page);
	return person.selectMenu(page, customId, values.slice(0, 1)).answered();
}

const canGoOn = (page: APIMessage): boolean =>
	buttons(page).some(({ label, isDisabled }) => label === 'Next' && !isDisabled);

const everyId = (): number[] => stage.marketplace.items.map(({ id }) => id).sort((a, b) => a - b);
const sorted = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);

describe('a catalogue of sixty items', () => {
	beforeAll(() => open(60));
	afterAll(() => stage?.close());

	it('shows each item once to a member who clicks from the first page to the last', async () => {
		let page = await person.chatInput('items').answered();
		const seen = itemIdsOn(page);
		while (canGoOn(page)) {
			page = await click(page, 'Next');
			seen.push(...itemIdsOn(page));
		}
		expect(sorted(seen)).toEqual(everyId());
	});

	it('turns a page into an item with all its details of the marketplace, and back', async () => {
		const page = await person.chatInput('items', { page: 2 }).answered();
		const ids = itemIdsOn(page);
		const [id = 0] = ids;
		const card = await openFirst(page);
		const item = stage.marketplace.items.find((it) => it.id === id);
		expect(headline(card)).toContain(item?.name.trim().split(/\s/)[0]);
		expect(readable(card)).toContain(item?.category.split(' ')[0]);
		expect(card.id).toBe(page.id);
		expect(itemIdsOn(await click(card, 'Back'))).toEqual(ids);
	});

	it('shows all screenshots of an item, ten at a time', async () => {
		const item = stage.marketplace.items.find(({ screenshots }) => screenshots > 10);
		if (item === undefined) throw new Error('No item has that many screenshots');
		const card = await person.chatInput('item', { id: String(item.id) }).answered();
		const gallery = await click(card, `View ${item.screenshots} screenshots`);
		const urls = (message: APIMessage) => mediaOf(message).map(({ url }) => url);
		expect(new Set(urls(gallery)).size).toBe(10);
		const next = await click(gallery, 'Next');
		expect(new Set([...urls(gallery), ...urls(next)]).size).toBe(item.screenshots);
		expect(headline(await click(next, 'Back'))).toBe(headline(card));
	});

	it('filters by category and search together, and says which filter leaves nothing', async () => {
		const { items } = stage.marketplace;
		const choose = (page: APIMessage, name: string, label: string): Promise<APIMessage> => {
			const select = selectsOf(page).find(({ customId }) => customId.startsWith(`cc1:${name}:`));
			const value =
				select?.values[select.labels.indexOf(label)] ?? expect.unreachable(`No ${label} in ${name}`);
			return person.selectMenu(page, select?.customId ?? '', [value]).answered();
		};
		/** The ids on a page of any length. */
		const idsOn = (page: APIMessage): number[] =>
			[...readable(page).matchAll(/cc1:item:(\d+):/g)].map(([, id]) => Number(id));
		const shown = (page: APIMessage): number[] => (idsOn(page).length > 0 ? idsOn(page) : itemIdsOn(page));
		const idsOf = (fits: (item: (typeof items)[number]) => boolean) => items.filter(fits).map(({ id }) => id);

		const first = await person.chatInput('items').answered();
		const videos = await choose(first, 'items-category', 'Video');
		expect(sorted(shown(videos))).toEqual(sorted(idsOf(({ category }) => category === 'Video')));
		const opened = await person.chatInput('items', { search: 'nothing like it' }).answered();
		expect(headline(opened)).toContain('No results');

		const asked = person.clickButton(videos, button(videos, 'Search'));
		await asked.modalOpened();
		const other = items.find(({ category }) => category === 'Fonts') ?? expect.unreachable('No fonts');
		const none = await person.submitModal(asked, { search: String(other.id) }).answered();
		expect(textOf(none)).toContain('Category: Video');
		const rest = await click(none, `Without “${other.id}”`);
		expect(sorted(shown(rest))).toEqual(sorted(shown(videos)));
	});

	it('answers from memory while the marketplace is down, also that there is no such item', async () => {
		await bot.stop();
		await startBot();
		stage.marketplace.faults.add('*', '500');
		expect(itemIdsOn(await person.chatInput('items').answered())).toHaveLength(25);
		const [item] = stage.marketplace.items;
		const card = await person.chatInput('item', { id: String(item?.id) }).answered();
		expect(headline(card)).toContain('The shop isn’t responding');
		expect(readable(card)).toContain(item?.name);
		expect(mediaOf(card)[0]?.url).toContain(stage.marketplace.baseUrl);
		expect(buttons(card).map(({ label }) => label)).toEqual(['Try again', 'Browse items']);
		const before = stage.marketplace.calls.length;
		expect(headline(await person.chatInput('item', { id: '123454321' }).answered())).toBe(
			'No matching items',
		);
		expect(stage.marketplace.calls.length).toBe(before);
		stage.marketplace.faults.clear();
		const again = await click(card, 'Try again');
		expect(buttons(again).map(({ label }) => label)).toContain('Share here');
	});

	it('goes on working in messages from before a restart', async () => {
		const page = await click(await person.chatInput('items').answered(), 'Next');
		const card = await person.chatInput('item', { id: '20203' }).answered();
		await bot.stop();
		await startBot();

		const next = await click(page, 'Next');
		expect(itemIdsOn(next)).toEqual(itemIdsOn(await person.chatInput('items', { page: 3 }).answered()));
		expect(buttons(await openFirst(next)).map(({ label }) => label)).toContain('Back');
		expect(readable(await person.clickButton(card, button(card, 'screenshots')).answered())).toContain('12');
	});
});

describe('/account', () => {
	beforeAll(() => open(3));
	afterAll(() => stage?.close());

	it('shows an administrator the account, for that administrator alone, without e-mail and balance', async () => {
		const asked = stage.people.admin.chatInput('account');
		const answer = await asked.answered();
		expect(asked.acknowledgement?.isEphemeral).toBe(true);
		expect(readable(answer)).toContain('Member since');
		expect(readable(answer)).not.toMatch(/@[a-z0-9-]+\.[a-z]+|balance"?:/i);
	});

	it('is refused to every other member, also where the server has granted the command', async () => {
		expect(() => stage.people.buyer.chatInput('account')).toThrow();
		const before = stage.marketplace.calls.length;
		for (const someone of [stage.people.buyer, stage.people.moderator]) {
			const answer = await someone.chatInput('account', {}, { force: true }).answered();
			expect(headline(answer)).toContain('administrators');
		}
		expect(stage.marketplace.calls.length).toBe(before);
	});
});
