import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { textOf } from '@claimcheck/local-discord/reading';
import { KeyvSqlite } from '@keyv/sqlite';
import { describe, expect, it } from 'vitest';
import { currentFormat } from '../../src/claims/format.js';
import { openStore } from '../../src/storage/open.js';
import { openSqlite } from '../../src/storage/sqlite.js';
import type { Store } from '../../src/storage/store.js';
import { freePort } from '../free-port.js';
import { compareAndSet } from '../storage/compare-and-set.js';
import { put } from '../storage/put.js';
import {
	buyerRoleGiven,
	forge,
	freshCode,
	hasBuyerRole,
	logged,
	openActForm,
	press,
	verify,
} from './acts.js';
import { runClaimsWith } from './claims-run.js';
import { runDoctor } from './doctor-acts.js';
import { openStage, register } from './hosted-bot.js';
import { ownStage, sharedStage } from './own-stage.js';
import { headline, readable } from './reading.js';

async function withStore<Result>(
	databaseUrl: string,
	use: (store: Store) => Promise<Result>,
): Promise<Result> {
	const store = await openStore(databaseUrl, () => {});
	try {
		return await use(store);
	} finally {
		await store.close();
	}
}

describe('a database in which something is wrong', async () => {
	const stage = await sharedStage();
	const port = await freePort();
	const databaseUrl = stage.environment()['DATABASE_URL'] ?? '';
	let bot = await stage.startBot({ HEALTH_PORT: String(port) });

	const ready = async () => {
		const response = await fetch(`http://127.0.0.1:${port}/readyz`);
		return [response.status, await response.text()];
	};

	it('costs a member nothing but the one purchase that can’t be read, which a deletion of data leaves', async () => {
		const buyer = stage.newPerson('Maya');
		const [first, second] = stage.marketplace.items;
		await verify(buyer, stage.marketplace.addPurchase({ itemId: first?.id ?? 0 }).code);
		await buyerRoleGiven(stage, buyer);
		let repair: () => Promise<unknown> = async () => undefined;
		await withStore(databaseUrl, async (store) => {
			for await (const { key } of store.list('claim:')) {
				const value = await store.get(key);
				await compareAndSet(store, key, value, { v: 2, holders: [{ userId: '' }] });
				repair = () =>
					withStore(databaseUrl, async (it) => await compareAndSet(it, key, await it.get(key), value));
			}
		});
		await verify(buyer, stage.marketplace.addPurchase({ itemId: second?.id ?? 0 }).code);
		const seen = readable(await stage.people.moderator.chatInput('whois', { member: buyer.id }).answered());
		expect(seen).toContain(second?.name);
		expect(seen).not.toContain(first?.name);
		expect(readable(await buyer.chatInput('purchases').answered())).toContain(second?.name);
		const deletion = async () => {
			const page = await buyer.chatInput('privacy').answered();
			return textOf(await press(buyer, await press(buyer, page, 'privacy-delete'), 'privacy-erase'));
		};
		expect(await deletion()).toContain('Not everything was deleted');
		await repair();
		expect(readable(await buyer.chatInput('purchases').answered())).toContain(first?.name);
		// All this time the role followed from the purchase that could not be read.
		expect(hasBuyerRole(stage, buyer)).toBe(true);
		expect(await deletion()).toContain('✅ Deleted');
		await stage.discord.events.waitFor('role-removed', ({ userId }) => userId === buyer.id);
	});

	it('asks members and staff to try again while CLAIM_SECRET is changed, by every command that needs a claim', async () => {
		const { moderator } = stage.people;
		const [maya, tom] = [stage.newPerson('Maya'), stage.newPerson('Tom')];
		const code = freshCode(stage);
		await verify(maya, code);
		await buyerRoleGiven(stage, maya);
		const page = await moderator.chatInput('whois', { code }).answered();
		const form = await openActForm(moderator, page, 'lock');
		// As `claims rotate-secret` begins.
		const note = await withStore(databaseUrl, async (store) => {
			const before = (await store.get('meta:secret')) as object;
			await compareAndSet(store, 'meta:secret', before, { ...before, next: 'ab'.repeat(32) });
			return before;
		});
		const answers = {
			verify: await verify(tom, code),
			verifyNew: await verify(tom, freshCode(stage)),
			erase: await forge(stage, maya, stage.channels.verify, 'cc1:privacy-erase'),
			whois: await moderator.chatInput('whois', { code }).answered(),
			member: await moderator.chatInput('whois', { member: maya.id }).answered(),
			form: await moderator.submitModal(form, { reason: 'why' }).followedUp(),
		};
		for (const [name, answer] of Object.entries(answers)) {
			expect([name, headline(answer)]).toEqual([name, '⏳ Under maintenance']);
			expect(readable(answer)).not.toContain('Reference');
		}
		expect(await ready()).toEqual([503, expect.stringContaining('CLAIM_SECRET is being changed')]);
		expect(hasBuyerRole(stage, maya)).toBe(true);
		expect(logged(bot, 'error').filter(({ msg }) => msg === 'An interaction failed')).toEqual([]);
		await withStore(databaseUrl, async (store) => {
			await compareAndSet(store, 'meta:secret', await store.get('meta:secret'), note);
		});
	});

	it('keeps its meaning if another serialiser, or a hand, spells its rows', async () => {
		await bot.stop();
		const ana = stage.newPerson('Ana');
		const guild = stage.guild.id;
		const adapter = new KeyvSqlite({ uri: databaseUrl, busyTimeout: 5_000 });
		for (const [key, row] of [
			[`sync:${guild}:${ana.id}`, '{ "value" : { "revision": 5, "v": 1 } }'],
			[`attempts:member:${ana.id}`, '{ "value" : { "times": [], "v": 1 } }'],
			[`attempts:guild:${guild}`, '{ "value" : { "times": [ ], "v": 1 } }'],
			[`blocked:${guild}`, '{ "value" : { "roles": {}, "calls": [], "v": 1 } }'],
		])
			await adapter.set(`claimcheck:${key}`, row);
		await adapter.disconnect();
		bot = await stage.startBot({ HEALTH_PORT: String(port) });
		expect(headline(await verify(ana, freshCode(stage)))).toBe('✅ Purchase verified');
		await buyerRoleGiven(stage, ana);
		expect(headline(await verify(ana, '00000000-0000-4000-8000-000000000009'))).toBe(
			'⛔ The shop doesn’t recognize this code',
		);
	});

	it('gives nothing away if it is emptied while the bot runs, and this is reported', async () => {
		const [maya, tom] = [stage.newPerson('Maya'), stage.newPerson('Tom')];
		const code = freshCode(stage);
		await verify(maya, code);
		await buyerRoleGiven(stage, maya);
		await withStore(databaseUrl, async (store) => {
			for await (const { key } of store.list(''))
				await compareAndSet(store, key, await store.get(key), undefined);
		});
		expect(headline(await verify(tom, code))).not.toBe('✅ Purchase verified');
		expect((await bot.logged('The database is not responding'))['reason']).toContain('it was emptied');
		await stage.discord.events.waitFor(
			'message-created',
			({ message }) => message.channel_id === stage.channels.audit && message.content.includes('was emptied'),
		);
		expect(await ready()).toEqual([503, expect.stringContaining('it was emptied')]);
		expect(headline(await verify(tom, freshCode(stage)))).not.toBe('✅ Purchase verified');
		expect([hasBuyerRole(stage, tom), hasBuyerRole(stage, maya)]).toEqual([false, true]);
	});
});

// Writes into a file that has no name any more are lost when the process ends, whatever the buyer was promised.
it.skipIf(process.platform === 'win32')(
	'a database file that goes while the bot runs makes it say "try again" until it is back, and notify the operator',
	async () => {
		const stage = await ownStage();
		const port = await freePort();
		const file = join(stage.folder, 'claims.sqlite');
		const ready = async (): Promise<number> => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
		const { buyer, friend } = stage.people;
		const bot = await stage.startProcess({ HEALTH_PORT: String(port) });
		await verify(buyer, freshCode(stage));
		expect(await ready()).toBe(200);

		const code = freshCode(stage);
		await rename(file, `${file}.away`);
		// No tool may take the log, which holds what was acknowledged last.
		const log = await readFile(`${file}-wal`);
		const checkup = await runDoctor(stage);
		expect(checkup.stdout).toContain('Move the database back beside it');
		expect((await readFile(`${file}-wal`)).subarray(0, log.length)).toEqual(log);
		await expect.poll(ready).toBe(503);
		expect(headline(await verify(friend, code))).not.toBe('✅ Purchase verified');
		await bot.logged('The database is not responding');

		await rename(`${file}.away`, file);
		await expect.poll(ready).toBe(200);
		expect(headline(await verify(friend, code))).toBe('✅ Purchase verified');
		await bot.kill();
		await stage.startBot();
		expect(headline(await verify(friend, code))).toBe('✅ Already verified');
	},
);

// Each waits for the bot's next look at its database.
describe.concurrent('a bot that runs ends with 78, and a line that says why', () => {
	it('if CLAIM_SECRET was changed: where the new one belongs', async ({ onTestFinished }) => {
		const stage = await openStage();
		onTestFinished(() => stage.close());
		await register(stage);
		const code = freshCode(stage);
		const bot = await stage.startProcess();
		await verify(stage.newPerson('Maya'), code);
		const next = 'the-next-secret-of-thirty-two-characters';
		const rotation = await runClaimsWith(stage, { NEW_CLAIM_SECRET: next }, 'rotate-secret');
		expect(rotation).toMatchObject({ code: 0 });
		const hint = /if `rotate-secret` has changed it, put NEW_CLAIM_SECRET’s value into CLAIM_SECRET/;
		expect((await bot.exited).code).toBe(78);
		expect(logged(bot, 'fatal')).toEqual([expect.objectContaining({ msg: expect.stringMatching(hint) })]);
		await stage.startBot({ CLAIM_SECRET: next });
		expect(headline(await verify(stage.newPerson('Tom'), code))).toBe('⛔ This code is in use');
	});

	it('if a newer version was started beside it', async ({ onTestFinished }) => {
		const stage = await openStage();
		onTestFinished(() => stage.close());
		const bot = await stage.startProcess();
		const newer = await openSqlite(join(stage.folder, 'claims.sqlite'), () => {});
		await put(newer, 'meta:format', { format: currentFormat + 1 });
		expect((await bot.exited).code).toBe(78);
		await newer.close();
		const says = `The database has format ${currentFormat + 1}, and this version reads up to`;
		expect(logged(bot, 'fatal')).toEqual([expect.objectContaining({ msg: expect.stringContaining(says) })]);
	});
});
