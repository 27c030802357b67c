import type { Person } from '@claimcheck/local-discord/person';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, register } from './hosted-bot.js';
import { button, buttons, itemIdsOn } from './reading.js';

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
		// As many concurrently as two dozen members who leaf at the same time.
		const pages = Array.from({ length: 400 }, (_, index) => index + 1);
		for (let start = 0; start < pages.length; start += 25) {
			const some = pages.slice(start, start + 25);
			const shown = await Promise.all(some.map((page) => person.chatInput('items', { page }).answered()));
			seen.push(...shown.flatMap(itemIdsOn));
		}
		expect(seen).toHaveLength(10_000);
		expect(sorted(seen)).toEqual(everyId());
	});

	it('can be leafed through by buttons and entered at any page', async () => {
		let page = await person.chatInput('items', { page: 199 }).answered();
		const seen = itemIdsOn(page);
		for (let n = 0; n < 3; n += 1) {
			page = await click(page, 'Next');
			seen.push(...itemIdsOn(page));
		}
		expect(new Set(seen).size).toBe(100);

		const asked = person.clickButton(page, button(page, 'Go to page'));
		await asked.modalOpened();
		const jumped = await person.submitModal(asked, { page: '400' }).answered();
		expect(canGoOn(jumped)).toBe(false);
		expect(itemIdsOn(jumped)).toEqual(itemIdsOn(await person.chatInput('items', { page: 400 }).answered()));
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
