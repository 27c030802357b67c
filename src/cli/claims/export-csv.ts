import { ClaimScan } from '../../claims/claim-scan.js';
import { readSettings } from '../../config.js';
import { environmentDefaults, GuildSettingsStore } from '../../guilds/guild-settings.js';
import { listedGuilds, readServed } from '../../guilds/served-guilds.js';
import { purchaseList, purchaseListHeader } from '../../purchases/purchase-list.js';
import { writeWhole } from './dump-load.js';
import { exitCodes } from './program.js';
import { counted, type Session, say, withClaims } from './session.js';

/** `export-csv FILE`: every purchase with its holder, without codes. Roles by id: only Discord has their names. */
export async function runExportCsv(session: Session, file: string): Promise<number> {
	const environment = readSettings(session.environment, ['BUYER_ROLE_ID', 'AUDIT_CHANNEL_ID']);
	const { clock } = session;
	const damaged: string[] = [];
	const count = await withClaims(session, 'Exported', async ({ store, onProgress }) => {
		const ids = (await readServed(store)) ?? [];
		const guilds = new GuildSettingsStore(store, environmentDefaults(environment, listedGuilds(ids)));
		const rules = ids[0] === undefined ? undefined : await guilds.rulesOf(ids[0]);
		const report = { damaged: (key: string) => void damaged.push(key) };
		const scan = new ClaimScan({ store, clock, report });
		const lines = purchaseList(scan.allPaid(), { rules, now: clock.now() });
		return await writeWhole(file, (write) => writeLines(lines, write, onProgress), '');
	});
	say(session, `${counted(count, 'purchase')} exported to ${file}`);
	for (const key of damaged) say(session, `NOT exported, since it cannot be read: ${key}`);
	return damaged.length === 0 ? exitCodes.ok : exitCodes.findings;
}

async function writeLines(
	lines: AsyncIterable<string>,
	write: (line: string) => Promise<void>,
	onProgress: (done: number, total: undefined) => void,
): Promise<number> {
	await write(purchaseListHeader);
	let written = 0;
	for await (const line of lines) {
		await write(line);
		written += 1;
		onProgress(written, undefined);
	}
	return written;
}
