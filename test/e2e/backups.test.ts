import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
	auditChannel,
	auditLine,
	buyerRoleGiven,
	freshCode,
	press,
	roleTaken,
	rowsOf,
	verify,
} from './acts.js';
import { ownStage } from './own-stage.js';
import { filesIn, runClaims } from './programs.js';
import { headline } from './reading.js';

it('attack 68: after a restore, no member keeps a role without a purchase, and staff see whose purchases changed', async () => {
	const stage = await ownStage();
	const { buyer, friend } = stage.people;
	const other = stage.newPerson('Other');
	const bot = await stage.startBot();
	const [early, late] = [freshCode(stage), freshCode(stage)];
	await verify(buyer, early);
	await buyerRoleGiven(stage, buyer);
	expect((await runClaims(stage, 'backup', 'monday.sqlite')).code).toBe(0);
	await verify(friend, late);
	await buyerRoleGiven(stage, friend);
	const page = await buyer.chatInput('privacy').answered();
	await press(buyer, await press(buyer, page, 'privacy:delete'), 'privacy:erase');
	await roleTaken(stage, buyer);
	const refused = await runClaims(stage, 'restore', 'monday.sqlite', '--yes');
	expect(refused).toEqual({
		code: 69,
		output: expect.stringContaining('A bot uses this database: stop it'),
	});
	// The bot makes a backup at its start, readable only by its owner.
	await bot.logged('Backed up the database');
	await bot.stop();
	const [made = '', ...more] = await filesIn(join(stage.folder, 'backups'));
	expect(made).toMatch(/^claims-\d{4}-\d\d-\d\dT\d{6}Z\.sqlite$/);
	expect(more).toEqual([]);
	expect((await stat(join(stage.folder, 'backups', made))).mode & 0o777).toBe(0o600);

	const { code, output } = await runClaims(stage, 'restore', 'monday.sqlite', '--yes');
	expect(code).toBe(0);
	expect(output).toMatch(/kept as .*claims-replaced-.*\.sqlite/);
	expect(output).toContain(`Members who lost a purchase (1): ${friend.id}`);
	expect(output).toContain(`Members who have a purchase again (1): ${buyer.id}`);
	const taken = roleTaken(stage, friend);
	const given = stage.discord.events.until(
		(event) => event.type === 'role-added' && event.userId === buyer.id,
		'The buyer gets no role back',
	);
	await stage.startBot();
	await Promise.all([taken, given]);
	await auditLine(stage, 'A backup made', `<@${friend.id}>`, `<@${buyer.id}>`);
	expect(auditChannel(stage)).not.toContain(late);
	expect(headline(await verify(other, late))).toBe('✅ Purchase verified');
	expect(headline(await verify(other, early))).toBe('⛔ This code is in use');
	// Everything was posted once, and there is no second backup on that day: the next start has nothing to do.
	await expect.poll(() => rowsOf(stage, /^alert:home:restored$/)).toEqual(new Map());
	expect(await filesIn(join(stage.folder, 'backups'))).toEqual([made]);
});
