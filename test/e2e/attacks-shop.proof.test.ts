import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterEach, describe, expect, it } from 'vitest';
import { check, freshCode, marketplaceCalls, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline } from './reading.js';

describe('attacks on the shop and on codes, with the production bot', () => {
	let stage: Stage;
	let bot: RunningBot;

	afterEach(() => stage?.close());

	describe('requests of the shop', () => {
		it.each(['fresh', 'not there yet'])(
			'attack 33: look-ups leave buyers their share while the catalogue is %s',
			async (state) => {
				stage = await openStage({ marketplace: { requestsPerMinute: 60 } });
				await register(stage);
				// The shop's limit is what this is about: over a hundred concurrent answers would exceed Discord's own.
				stage.discord.assumptions.areTokenlessCallsCountedByAddress = false;
				if (state !== 'fresh') stage.marketplace.faults.add('items/all', '500');
				bot = await stage.startBot();
				await bot.logged(state === 'fresh' ? 'Loaded the items' : 'The items could not be loaded');
				const code = freshCode(stage);
				await verify(stage.people.buyer, code);
				const { admin, moderator, friend } = stage.people;
				const all: Promise<APIMessage>[] = [];
				for (let n = 0; n < 75; n += 1) {
					const person = n % 15 === 0 ? stage.newPerson('Curious') : friend;
					all.push(person.chatInput('item', { id: String(900_000 + n) }).answered());
				}
				for (let n = 0; n < 10; n += 1) {
					all.push(admin.chatInput('account').answered(), admin.chatInput('doctor').answered());
					all.push(check(moderator, code));
					const rule = { item: String(910_000 + n), role: stage.roles.buyer.id };
					all.push(admin.chatInput('setup item', rule).answered());
				}
				await Promise.all(all);
				if (state === 'fresh') expect(marketplaceCalls(stage, 'items/item')).toBe(0);
				expect(marketplaceCalls(stage, 'purchases/validation')).toBeLessThanOrEqual(2);
				expect(stage.marketplace.calls.length).toBeLessThanOrEqual(35);
				for (let n = 0; n < 20; n += 1) {
					expect(headline(await verify(stage.newPerson('Maya'), freshCode(stage)))).toBe(
						'✅ Purchase verified',
					);
				}
			},
		);
	});
});
