import { describe, expect, it } from 'vitest';
import { PostedPanels } from '../../src/guilds/posted-panels.js';
import { ids } from './checkup/fake-guild.js';

const messageId = '600000000000000001';
const row = (guildId: string, channelId: string, value: unknown = { v: 1, messageId, content: {} }) => ({
	key: `panel:${guildId}:${channelId}`,
	value,
});

function panelsIn(rows: readonly { key: string; value: unknown }[], isThere = async () => true) {
	const store = {
		async *list(prefix: string) {
			yield* rows.filter(({ key }) => key.startsWith(prefix));
		},
	};
	return new PostedPanels(store, { isPanelThere: isThere }).of(ids.guild);
}

describe('the panels that are posted in a server', () => {
	it('are its own, and a row of another shape is none', async () => {
		const rows = [
			row(ids.guild, ids.lobby),
			row('100000000000000002', ids.audit),
			row(ids.guild, ids.hidden, { v: 2 }),
		];
		expect(await panelsIn(rows)).toEqual([{ channelId: ids.lobby, messageId }]);
	});

	it('are none of which the message was deleted', async () => {
		expect(await panelsIn([row(ids.guild, ids.lobby)], async () => false)).toEqual([]);
	});

	it('cost a handful of requests, however many are remembered', async () => {
		let asked = 0;
		const rows = Array.from({ length: 50 }, (_, index) =>
			row(ids.guild, String(400_000_000_000_000_000n + BigInt(index))),
		);
		await panelsIn(rows, async () => {
			asked += 1;
			return true;
		});
		expect(asked).toBe(5);
	});
});
