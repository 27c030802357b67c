import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { currentFormat } from '../../src/claims/format.js';
import { freePort } from '../free-port.js';
import { compareAndSet } from '../storage/compare-and-set.js';
import { put } from '../storage/put.js';
import {
	buyerRoleGiven,
	forge,
	freshCode,
	giveRole,
	hasBuyerRole,
	logged,
	openActForm,
	verify,
	withStore,
} from './acts.js';
import { sharedStage } from './own-stage.js';
import { runClaimsWith, runProgram } from './programs.js';
import { headline, readable } from './reading.js';

describe('a database that is damaged or changes', async () => {
	const stage = await sharedStage();
	const port = await freePort();
	const bot = await stage.startBot({ HEALTH_PORT: String(port) });

	const ready = async () => {
		const response = await fetch(`http://127.0.0.1:${port}/readyz`);
		return [response.status, await response.text()];
	};

	it('makes every command that needs a claim ask for another try while CLAIM_SECRET is being changed', async () => {
		const { moderator } = stage.people;
		const [maya, tom] = [stage.newPerson('Maya'), stage.newPerson('Tom')];
		const code = freshCode(stage);
		await verify(maya, code);
		await buyerRoleGiven(stage, maya);
		const page = await moderator.chatInput('whois', { code }).answered();
		const form = await openActForm(moderator, page, 'lock');
		// The first step of `claims rotate-secret`.
		const note = await withStore(stage, async (store) => {
			const before = (await store.get('meta:secret')) as object;
			await compareAndSet(store, 'meta:secret', before, { ...before, next: 'ab'.repeat(32) });
			return before;
		});
		const answers = {
			verify: await verify(tom, code),
			verifyNew: await verify(tom, freshCode(stage)),
			erase: await forge(stage, maya, stage.channels.verify, 'cc1:privacy:erase'),
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
		await withStore(stage, async (store) => {
			await compareAndSet(store, 'meta:secret', await store.get('meta:secret'), note);
		});
	});

	it('gives nothing away if it is emptied while the bot runs, and this is reported', async () => {
		const [maya, tom] = [stage.newPerson('Maya'), stage.newPerson('Tom')];
		const code = freshCode(stage);
		await verify(maya, code);
		await buyerRoleGiven(stage, maya);
		await withStore(stage, async (store) => {
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

// In order: each test continues with the process that the previous one left.
describe('the bot’s reply', async () => {
	const stage = await sharedStage();
	const port = await freePort();
	const ready = async (): Promise<number> => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
	const start = () => stage.startProcess({ HEALTH_PORT: String(port) });
	const { buyer, friend } = stage.people;
	let bot = await start();

	// Writes to a deleted file are lost when the process ends, whatever the buyer was promised.
	it.skipIf(process.platform === 'win32')(
		'is "try again" while the database file is missing, which is also reported',
		async () => {
			const file = join(stage.folder, 'claims.sqlite');
			await verify(buyer, freshCode(stage));
			expect(await ready()).toBe(200);

			await rename(file, `${file}.away`);
			// No tool may remove the log, which holds the last acknowledged writes.
			const log = await readFile(`${file}-wal`);
			const checkup = await runProgram(stage, 'doctor');
			expect(checkup.output).toContain('Move the database back beside it');
			expect((await readFile(`${file}-wal`)).subarray(0, log.length)).toEqual(log);
			await expect.poll(ready).toBe(503);
			const code = freshCode(stage);
			expect(headline(await verify(friend, code))).not.toBe('✅ Purchase verified');
			await bot.logged('The database is not responding');

			await rename(`${file}.away`, file);
			await expect.poll(ready).toBe(200);
			expect(headline(await verify(friend, code))).toBe('✅ Purchase verified');
		},
	);

	it('holds after SIGKILL: if the process died between the claim and the role, the role is given', async () => {
		const [early, late] = [freshCode(stage), freshCode(stage)];
		await verify(buyer, early);
		await buyerRoleGiven(stage, buyer);
		stage.discord.faults.add(giveRole, { kind: 'hang' });
		const pat = stage.newPerson('Pat');
		pat.chatInput('verify', { code: late });
		const isPats = ({ path }: { readonly path: string }) => path.includes(pat.id);
		await stage.discord.events.waitFor('request', ({ call }) => call.route === giveRole && isPats(call));
		expect((await bot.kill()).signal).toBe('SIGKILL');
		stage.discord.faults.clear();
		expect(hasBuyerRole(stage, pat)).toBe(false);

		// A new start is all it takes.
		bot = await start();
		await buyerRoleGiven(stage, pat);
		for (const [holder, code] of [
			[buyer, early],
			[pat, late],
		] as const) {
			expect(headline(await verify(friend, code))).toBe('⛔ This code is in use');
			expect(headline(await verify(holder, code))).toBe('✅ Already verified');
		}
	});

	it('comes from another bot if CLAIM_SECRET was changed or a newer version started, and this one ends with 78', async () => {
		const code = freshCode(stage);
		await verify(buyer, code);
		const next = 'the-next-secret-of-thirty-two-characters';
		const rotation = await runClaimsWith(stage, { NEW_CLAIM_SECRET: next }, 'rotate-secret');
		expect(rotation).toMatchObject({ code: 0 });
		const hint = /if `rotate-secret` has changed it, put NEW_CLAIM_SECRET’s value into CLAIM_SECRET/;
		expect((await bot.exited).code).toBe(78);
		expect(logged(bot, 'fatal')).toEqual([expect.objectContaining({ msg: expect.stringMatching(hint) })]);

		const hosted = await stage.startBot({ CLAIM_SECRET: next });
		expect(headline(await verify(friend, code))).toBe('⛔ This code is in use');
		await withStore(stage, (store) => put(store, 'meta:format', { format: currentFormat + 1 }));
		expect((await hosted.exited).code).toBe(78);
		expect(hosted.output()).toContain(
			`The database has format ${currentFormat + 1}, and this version reads up to`,
		);
	});
});
