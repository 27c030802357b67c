import { phoneLines } from '@claimcheck/local-discord/drawing/draw-phone';
import type { Person } from '@claimcheck/local-discord/person';
import { mediaOf, selectsOf, textOf } from '@claimcheck/local-discord/reading';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerRoute } from './acts.js';
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

	it('leads from any page to another and back, and to the last one by its number', async () => {
		const first = await person.chatInput('items').answered();
		const start = itemIdsOn(first);
		expect(itemIdsOn(await click(await click(first, 'Next'), 'Previous'))).toEqual(start);
		const asked = person.clickButton(first, button(first, 'Go to page'));
		await asked.modalOpened();
		const last = await person.submitModal(asked, { page: '3' }).answered();
		expect(canGoOn(last)).toBe(false);
		expect(last.id).toBe(first.id);
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

	it('shows every single item as a page that Discord takes, with price, pictures and links', async () => {
		for (const { id, kind, hasDemo, screenshots } of stage.marketplace.items) {
			const card = await person.chatInput('item', { id: String(id) }).answered();
			const media = mediaOf(card);
			expect(media[0]?.url, String(id)).toContain(stage.marketplace.baseUrl);
			const preview = { picture: 'image', video: 'video', audio: undefined }[kind];
			expect(media.map(({ alt }) => alt?.split(' of ')[0])).toEqual([
				'Logo',
				...(preview ? [`Preview ${preview}`] : []),
			]);
			expect(readable(card)).toMatch(/[$€£]\s?\d|\d\s?[$€£]|[A-Z]{3}\s?\d/);
			const labels = buttons(card).map(({ label }) => label);
			if (hasDemo) expect(labels).toContain('Open demo');
			if (kind === 'audio') expect(labels).toContain('Listen');
			if (screenshots > 1) expect(labels).toContain(`View ${screenshots} screenshots`);
			expect(phoneLines(card, { withMedia: false })).toBeLessThanOrEqual(20);
		}
		// Sixty commands one after the other exceed 50 calls a second: what is refused for that is sent again.
		const refused = stage.discord.calls.list(answerRoute).filter(({ status = 500 }) => status >= 400);
		expect(refused.filter(({ status }) => status !== 429)).toEqual([]);
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

	it('searches in options too', async () => {
		const { items } = stage.marketplace;
		const [item = expect.unreachable('Nothing is for sale')] = items;
		stage.marketplace.setItems(
			items.map((it) => (it === item ? { ...it, options: ['Zanzibar edition'] } : it)),
		);
		await bot.stop();
		await startBot();
		const found = await person.chatInput('items', { search: 'zanzibar' }).answered();
		expect(readable(found)).toContain(`cc1:item:${item.id}:`);
		expect(textOf(found)).toContain('1 found');
	});

	it('finds an item by its name as well, and says so where there is none', async () => {
		const [item] = stage.marketplace.items;
		const byId = await person.chatInput('item', { id: String(item?.id) }).answered();
		const byName = await person.chatInput('item', { id: item?.name.toUpperCase() ?? '' }).answered();
		expect(textOf(byName)).toBe(textOf(byId));
		const unknown = await person.chatInput('item', { id: '999999999' }).answered();
		expect(headline(unknown)).toBe('No matching items');
		expect(itemIdsOn(await click(unknown, 'Browse items'))).toHaveLength(25);
	});

	it('suggests while typing, by name and by id', async () => {
		const [item] = stage.marketplace.items;
		const typed = async (value: string) =>
			(await person.autocomplete('item', { name: 'id', value }).suggested()).map((choice) => choice.value);
		expect(await typed(item?.name.slice(0, 6) ?? '')).toContain(String(item?.id));
		expect(await typed(String(item?.id))).toContain(String(item?.id));
		expect((await typed('')).length).toBe(25);
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
