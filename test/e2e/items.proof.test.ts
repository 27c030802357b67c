import type { Person } from '@claimcheck/local-discord/person';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openItem } from '../../src/views/custom-ids/item-page-ids.js';
import { openStage, register } from './hosted-bot.js';
import { button, buttons } from './reading.js';

let stage: Stage;
let bot: RunningBot;
let person: Person;

async function open(itemCount: number): Promise<void> {
	stage = await openStage({ marketplace: { itemCount } });
	await register(stage);
	bot = await stage.startBot();
	await bot.logged('Loaded the items');
	person = stage.people.buyer;
}

/** The ids of the items that a page opens, in its order. */
function idsOn(page: APIMessage): number[] {
	return buttons(page).flatMap(({ customId = '' }) => openItem.decode(customId)?.[0] ?? []);
}

async function click(page: APIMessage, label: string): Promise<APIMessage> {
	return person.clickButton(page, button(page, label)).answered();
}

const canGoOn = (page: APIMessage): boolean =>
	buttons(page).some(({ label, isDisabled }) => label === 'Next' && !isDisabled);

const everyId = (): number[] => stage.marketplace.items.map(({ id }) => id).sort((a, b) => a - b);
const sorted = (ids: readonly number[]): number[] => [...ids].sort((a, b) => a - b);

describe('a catalogue of ten thousand items', () => {
	beforeAll(() => open(10_000));
	afterAll(() => stage?.close());

	it('has each item on one of its pages, and every page within reach', async () => {
		const seen: number[] = [];
		// As many at once as two dozen members who leaf at the same time.
		const pages = Array.from({ length: 1_667 }, (_, index) => index + 1);
		for (let start = 0; start < pages.length; start += 25) {
			const some = pages.slice(start, start + 25);
			const shown = await Promise.all(some.map((page) => person.chatInput('items', { page }).answered()));
			seen.push(...shown.flatMap(idsOn));
		}
		expect(seen).toHaveLength(10_000);
		expect(sorted(seen)).toEqual(everyId());
	});

	it('can be leafed through by buttons and entered at any page', async () => {
		let page = await person.chatInput('items', { page: 499 }).answered();
		const seen = idsOn(page);
		for (let n = 0; n < 3; n += 1) {
			page = await click(page, 'Next');
			seen.push(...idsOn(page));
		}
		expect(new Set(seen).size).toBe(24);

		const asked = person.clickButton(page, button(page, 'Go to page'));
		await asked.modalOpened();
		const jumped = await person.submitModal(asked, { page: '1,667' }).answered();
		expect(canGoOn(jumped)).toBe(false);
		expect(idsOn(jumped)).toEqual(idsOn(await person.chatInput('items', { page: 1_667 }).answered()));
	});

	it('suggests from memory at every keystroke', async () => {
		const slowest = { ms: 0 };
		for (const value of [
			'',
			'q',
			'qu',
			'quiet',
			'quiet harbour',
			'harbour track',
			'30003',
			'no such thing',
		]) {
			const typing = person.autocomplete('item', { name: 'id', value });
			const choices = await typing.suggested();
			expect(choices.length).toBeLessThanOrEqual(25);
			if (!value.startsWith('no')) expect(choices.length, value).toBeGreaterThan(0);
			slowest.ms = Math.max(slowest.ms, typing.acknowledgement?.afterMs ?? Number.POSITIVE_INFINITY);
		}
		process.stdout.write(
			`slowest suggestion among 10,000 items: ${slowest.ms} ms, the way to Discord and back included\n`,
		);
	});
});
