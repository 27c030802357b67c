import { ClaimStore } from '../../claims/claim-store.js';
import { GuildSettingsStore } from '../../servers/guild-settings.js';
import { readServed, ServedGuilds } from '../../servers/served-guilds.js';
import { purchaseList, purchaseListHeader } from '../../services/purchases/purchase-file.js';
import { type Command, counted } from './session.js';

export const exportCsv: Command = {
	takes: 'FILE',
	says: 'a list for spreadsheets: member, item, licence, dates, price, roles; never a code',
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
			// Roles by id: only Discord has their names.
			for await (const line of purchaseList(scan.all(), { rules, now: clock.now() })) {
				await write(line);
				written += 1;
				onProgress(written);
			}
			return written;
		});
		session.say(`${counted(count, 'purchase')} exported to ${file}`);
		return session.findings(damaged.map((key) => `NOT exported, since it cannot be read: ${key}`));
	},
};
