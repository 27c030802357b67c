import type { Person } from '@claimcheck/local-discord/person';
import { mediaOf } from '@claimcheck/local-discord/reading';
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
