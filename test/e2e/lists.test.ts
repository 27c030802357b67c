import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { auditChannel, auditLine, buyerRoleGiven, freshCode, marketplaceCalls, verify } from './acts.js';
import { sharedStage } from './own-stage.js';
import { runClaimsWith } from './programs.js';
import { button, headline } from './reading.js';

const stage = await sharedStage();
let bot = await stage.startBot();
const { buyer, friend, moderator, admin } = stage.people;

const write = (text: string) => writeFile(join(stage.folder, 'list.csv'), text);
const read = (name: string) => readFile(join(stage.folder, name), 'utf8');
const validations = () => marketplaceCalls(stage, 'purchases/validation');
const run = (...args: readonly string[]) =>
	runClaimsWith(stage, { MARKETPLACE_PER_MINUTE: '10000' }, ...args);
const inAYear = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10);

it('attack 73: an imported list records who holds each purchase, and reports every other line without its code', async () => {
	const [mine, theirs, ofOneWhoLeft] = [freshCode(stage), freshCode(stage), freshCode(stage)];
	const [{ id: itemId } = { id: 0 }] = stage.marketplace.items;
	await verify(friend, theirs);
	await buyerRoleGiven(stage, friend);
	const unknown = '0f8fad5b-d9cb-469f-a165-70867728950e';
	const left = '123456789012345678';
	await write(
		[
			'Code;Member;Item;Until;Note',
			`${mine.toUpperCase()};${buyer.id};;;"his; own"`,
			`code: ${mine};<@${buyer.id}>;;;`,
			`${theirs};${buyer.id};;;`,
			`${theirs};${friend.id};;;`,
			`${unknown};${buyer.id};;;`,
			`${ofOneWhoLeft};${left};;;`,
			`${mine};1.23457E+17;;;`,
			`hello;${buyer.id};;;`,
			`;${moderator.id};${itemId};${inAYear};press`,
			`;${admin.id};999999;${inAYear};press`,
			`;${admin.id};${itemId};2020-01-01;press`,
			`;${admin.id};;;`,
			'',
		].join('\r\n'),
	);
	const asked = validations();
	const dry = await run('import-csv', 'list.csv');
	expect(dry.code).toBe(1);
	expect(dry.output).toContain('6 codes would be checked');
	expect(dry.output).toContain('2 purchases would be given');
	expect(dry.output).toContain('4 would not be taken: see list.csv.report.csv');
	expect(validations()).toBe(asked);

	const done = await run('import-csv', 'list.csv', '--apply');
	expect(done.output).toContain('2 purchases added, 2 held already, 8 rows not taken');
	expect(done.code).toBe(1);
	const report = await read('list.csv.report.csv');
	expect(report.split('\r\n').map((line) => line.replace(/:.*/, ''))).toEqual([
		'line,reason',
		'4,another member holds this purchase or staff have locked it',
		'6,the shop does not know this code (wrong or refunded or of another author) or staff have revoked it',
		'7,the member is not in the server',
		'8,no member id',
		'9,no purchase code',
		'11,the shop lists no such item of yours',
		'12,the end of the gift is not within the next 365 days',
		'13,neither a code nor an item',
		'',
	]);
	const written = [dry, done].map(({ output }) => output).join() + report;
	for (const code of [mine, theirs, ofOneWhoLeft, unknown]) {
		expect(written.toLowerCase()).not.toContain(code.slice(0, 8).toLowerCase());
	}
	expect((await stat(join(stage.folder, 'list.csv.report.csv'))).mode & 0o777).toBe(0o600);
	// Nothing was recorded for the member who left, so the code is still free.
	expect(headline(await verify(admin, ofOneWhoLeft))).toBe('✅ Purchase verified');
	expect(headline(await verify(friend, mine))).toBe('⛔ This code is in use');
	await bot.stop();

	const again = await run('import-csv', 'list.csv', '--apply');
	expect(again.output).toContain('0 purchases added, 4 held already, 8 rows not taken');
	bot = await stage.startBot();
	await buyerRoleGiven(stage, buyer);
	await buyerRoleGiven(stage, moderator);
});

it('*Download list* gives administrators every purchase without its code, and is reported in the audit channel', async () => {
	const person = stage.newPerson('Ines');
	const code = freshCode(stage);
	await verify(person, code);
	await buyerRoleGiven(stage, person);
	const page = await admin.chatInput('stats').answered();
	const shown = await admin.clickButton(page, button(page, 'Download list')).answered();
	expect(headline(shown)).toContain('List of purchases · 5');
	const [file] = shown.attachments;
	const text = await (await fetch(file?.url ?? '')).text();
	const rows = parse(text, { columns: true, bom: true }) as Record<string, string>[];
	const row = { member: `<@${person.id}>`, status: 'valid', roles: stage.roles.buyer.name };
	expect(rows).toContainEqual(expect.objectContaining(row));
	expect(text).not.toContain(code.slice(0, 8));
	await auditLine(stage, 'downloaded the list of purchases', `<@${admin.id}>`);
	expect(auditChannel(stage)).not.toContain(code);

	const done = await run('export-csv', 'all.csv');
	expect(done).toEqual({ code: 0, output: expect.stringContaining('5 purchases exported to ') });
	const exported = parse(await read('all.csv'), { columns: true, bom: true }) as Record<string, string>[];
	const named = ({ roles, ...rest }: Record<string, string>) => ({
		...rest,
		roles: roles?.replace(/.+/, 'some'),
	});
	expect(exported.map(named)).toEqual(rows.map(named));
});
