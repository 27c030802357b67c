import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { exitCodes } from '../../base/errors.js';
import { ClaimStore } from '../../claims/claim-store.js';
import { allVariables, type Settings } from '../../config.js';
import { membersIn } from '../../discord/guilds/discord-guilds.js';
import { createMarketplace } from '../../marketplace/marketplace.js';
import { SyncRows } from '../../roles/sync-rows.js';
import { GuildSettingsStore } from '../../servers/guild-settings.js';
import { readServed, ServedGuilds } from '../../servers/served-guilds.js';
import { purchaseLine, purchaseListHeader } from '../../services/purchases/purchase-file.js';
import { Limits } from '../../storage/rate-limits.js';
import { UsageError } from '../program/run-program.js';
import { csvRows, type ListRow, type Refusal, refusalTexts } from './csv-rows.js';
import { type ListImport, listImport } from './list-import.js';
import { type Command, counted, type Session } from './session.js';

export const exportCsv: Command = {
	takes: 'FILE',
	says: 'a list for spreadsheets: member, item, license, dates, price, roles; never a code',
	async run(session, { argument: file = '' }) {
		const environment = session.settings('BUYER_ROLE_ID', 'AUDIT_CHANNEL_ID');
		const { clock } = session;
		const damaged: string[] = [];
		const { store, keys, onProgress } = await session.claims('Exported');
		const ids = (await readServed(store)) ?? [];
		const guilds = new GuildSettingsStore(store, environment, new ServedGuilds(ids));
		const rules = ids[0] === undefined ? undefined : await guilds.rulesOf(ids[0]);
		const report = { damaged: (key: string) => void damaged.push(key) };
		const { scan } = new ClaimStore({ store, clock, report }, keys);
		const count = await session.writeNew(file, async (write) => {
			await write(purchaseListHeader);
			let written = 0;
			const now = clock.now();
			// Roles by id: only Discord has their names.
			for await (const claim of scan.all()) {
				await write(purchaseLine(claim, { rules, now }));
				written += 1;
				onProgress(written);
			}
			return written;
		});
		session.say(`${counted(count, 'purchase')} exported to ${file}`);
		return session.findings(damaged.map((key) => `NOT exported, since it cannot be read: ${key}`));
	},
};

/** Rows that weren't taken, by line. Beside the list, and only its owner can read it. */
const reportFile = (list: string): string => `${list}.report.csv`;

/** The list can be imported again after a kill: a row that was taken is held by its member then. */
export const importCsv: Command = {
	takes: 'FILE',
	says: "reads a list, and says what an import would do: member and code, or for gifts member, item, until. --apply imports it beside the running bot, checks each code with the shop, can be killed and run again. Reads the bot's other variables too",
	async run(session, { argument: list = '', apply: isApplied }) {
		const settings = session.settings(...allVariables);
		const report = await open(reportFile(list), 'w', 0o600);
		try {
			await report.write('line,reason\r\n');
			const counts = await readThrough(session, list, isApplied ? undefined : report);
			if (!isApplied) return sayContents(session, settings, list, counts);
			const total = counts.code + counts.gift + counts.refused;
			const rows = await importerOf(session);
			const onProgress = session.progress('Lines');
			return await apply(session, rows, list, { report, onProgress: (done) => onProgress(done, total) });
		} finally {
			await report.close();
		}
	},
};

/** Reads the whole list first: one that is cut off or damaged must not be imported halfway. */
async function readThrough(
	{ clock }: Session,
	list: string,
	report: FileHandle | undefined,
): Promise<Record<ListRow['kind'], number>> {
	const counts = { code: 0, gift: 0, refused: 0 };
	for await (const row of csvRows(createReadStream(list), clock.now())) {
		counts[row.kind] += 1;
		if (row.kind === 'refused') await report?.write(reportLine(row.line, row.refusal));
	}
	return counts;
}

function sayContents(
	session: Session,
	{ MARKETPLACE_PER_MINUTE }: Settings,
	list: string,
	{ code, gift, refused }: Record<ListRow['kind'], number>,
): number {
	const minutes = Math.ceil(code / Math.max(1, Math.floor(MARKETPLACE_PER_MINUTE / 2)));
	session.say(
		`Nothing was recorded. Of ${counted(code + gift + refused, 'row')}:
  ${counted(code, 'code')} would be checked with the shop, in ${counted(minutes, 'minute')} or more
  ${counted(gift, 'purchase')} would be given without a code
  ${refused} would not be taken${refused > 0 ? `: see ${reportFile(list)}` : ''}
Not looked up yet: who holds what, is still a member, and what the shop says
To import it: npm run claims -- import-csv ${list} --apply`,
	);
	return refused === 0 ? exitCodes.ok : exitCodes.trouble;
}

async function importerOf(session: Session): Promise<ListImport> {
	const { clock } = session;
	const store = await session.store();
	const [guildId, ...others] = (await readServed(store)) ?? [];
	if (guildId === undefined) throw new UsageError('No server is known yet: start the bot once');
	const guildIds = [guildId, ...others] as const;
	const syncRows = new SyncRows(store, clock);
	const claims = await session.openClaims(store, { follow: syncRows.follow(new ServedGuilds(guildIds)) });
	const nothing = (): void => {};
	// The shop's answers say the same, and end the run.
	const report = { keyProblem: nothing, keyGood: nothing };
	const logger = { info: nothing, warn: nothing };
	const market = createMarketplace({
		...{ client: session.shop(), store, limits: new Limits({ store, clock }), logger, report },
		...{ clock, stopwatch: clock, random: Math.random },
	});
	const members = membersIn(guildIds, session.discord({ retries: 3, timeout: 8_000 }), clock);
	return listImport({ claims, market, members, syncRows, clock, guildIds });
}

/**
 * One row after another: the shop's limit takes longer than that, a running bot keeps its store, and of two members with
 * one code the first one gets it. A row without an answer ends the run, and stays open.
 */
async function apply(
	session: Session,
	rows: ListImport,
	list: string,
	{ report, onProgress }: { readonly report: FileHandle; readonly onProgress: (done: number) => void },
): Promise<number> {
	const counts = { added: 0, held: 0, refused: 0 };
	let [settled, isWhole] = [1, false];
	try {
		await rows.open();
		for await (const row of csvRows(createReadStream(list), session.clock.now())) {
			const outcome = row.kind === 'refused' ? row.refusal : await rows.add(row);
			const isTaken = outcome === 'added' || outcome === 'held';
			counts[isTaken ? outcome : 'refused'] += 1;
			if (!isTaken) await report.write(reportLine(row.line, outcome));
			settled = row.line;
			onProgress(counts.added + counts.held + counts.refused);
		}
		isWhole = true;
	} finally {
		const { added, held, refused } = counts;
		const where = refused > 0 ? `: see ${reportFile(list)}` : '';
		session.say(
			`${counted(added, 'purchase')} added, ${held} held already, ${counted(refused, 'row')} not taken${where}`,
		);
		if (added > 0)
			session.say('A running bot gives the roles within five minutes, otherwise the next one that starts');
		if (!isWhole) session.say(`The rows after line ${settled} are open`);
	}
	return counts.refused === 0 ? exitCodes.ok : exitCodes.trouble;
}

function reportLine(line: number, refusal: Refusal): string {
	return `${line},${refusalTexts[refusal]}\r\n`;
}
