import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/storage/open.js';
import { auditChannel, auditLine, buyerRoleGiven, freshCode, hasBuyerRole, verify } from './acts.js';
import { repository } from './entry-process.js';
import { openStage, register } from './hosted-bot.js';
import { button, headline } from './reading.js';

let stage: Stage;

beforeEach(async () => {
	stage = await openStage();
	await register(stage);
});
afterEach(() => stage?.close());

const claims = (...args: readonly string[]) =>
	promisify(execFile)(process.execPath, [join(repository, 'dist/src/claims-cli.js'), ...args], {
		env: { PATH: process.env['PATH'] ?? '', ...stage.environment() },
		cwd: stage.folder,
	});

describe('a restored backup', () => {
	it('attack 68: leaves no member a role without a purchase, and the staff know whose purchases changed', async () => {
		const { buyer, friend } = stage.people;
		const other = stage.newPerson('Other');
		const bot = await stage.startBot();
		const [early, late] = [freshCode(stage), freshCode(stage)];
		await verify(buyer, early);
		await buyerRoleGiven(stage, buyer);
		await claims('backup', 'monday.sqlite');
		await verify(friend, late);
		await buyerRoleGiven(stage, friend);
		const page = await buyer.chatInput('privacy').answered();
		const question = await buyer.clickButton(page, button(page, 'Delete my data')).answered();
		await buyer.clickButton(question, button(question, 'Delete everything')).answered();
		await expect.poll(() => hasBuyerRole(stage, buyer)).toBe(false);
		await bot.stop();

		const { stderr } = await claims('restore', 'monday.sqlite', '--yes');
		const next = await stage.startBot();
		await expect.poll(() => hasBuyerRole(stage, friend)).toBe(false);
		await buyerRoleGiven(stage, buyer);
		expect(stderr).toContain(`Members who lost a purchase (1): ${friend.id}`);
		expect(stderr).toContain(`Members who have a purchase again (1): ${buyer.id}`);
		await auditLine(stage, 'A backup made', `<@${friend.id}>`, `<@${buyer.id}>`);
		expect(auditChannel(stage)).not.toContain('couldn’t be read in full');
		expect(auditChannel(stage)).not.toContain(late);
		expect(headline(await verify(other, late))).toBe('✅ Purchase verified');
		expect(headline(await verify(other, early))).toBe('⛔ This code is in use');

		// Posted once: nothing of it is left for the start after.
		const store = await openStore(stage.environment()['DATABASE_URL'] ?? '', () => {});
		await expect.poll(() => store.get('alert:home:restored')).toBeUndefined();
		await store.close();
		await next.stop();
	});
});
