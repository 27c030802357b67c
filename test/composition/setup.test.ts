import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditChannels, openGuildSettings } from '../../src/composition/setup.js';
import { ConfigError } from '../../src/errors.js';
import { GuildSettingsStore } from '../../src/guilds/guild-settings.js';
import { openSqlite } from '../../src/storage/sqlite.js';
import type { Store } from '../../src/storage/store.js';
import { ids } from '../guilds/fake-guild.js';

const nothing = { BUYER_ROLE_ID: undefined, AUDIT_CHANNEL_ID: undefined, DISCORD_GUILD_ID: undefined };
const otherGuild = '100000000000000002';

let folder: string;
let store: Store;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'claimcheck-setup-'));
	store = await openSqlite(join(folder, 'claims.sqlite'), () => {});
});
afterEach(async () => {
	await store.close();
	await rm(folder, { recursive: true });
});

async function chooseIn(guildId: string, chosen: { buyerRoleId?: string; auditChannelId?: string }) {
	const guilds = new GuildSettingsStore(store, { buyerRoleId: undefined, auditChannelId: undefined });
	await guilds.change(guildId, (current) => ({ ...current, ...chosen }));
}

describe('a start', () => {
	it('is refused, saying where to find the value, where no buyer role is known at all', async () => {
		await expect(openGuildSettings(store, nothing)).rejects.toThrow(ConfigError);
		await chooseIn(ids.guild, { auditChannelId: ids.audit });
		await expect(openGuildSettings(store, nothing)).rejects.toMatchObject({
			problems: [expect.stringMatching(/^BUYER_ROLE_ID is missing\. Where to find it: /)],
		});
	});

	it('is fine with a buyer role in the environment, or chosen in a server that is served', async () => {
		await openGuildSettings(store, { ...nothing, BUYER_ROLE_ID: ids.buyer });
		await chooseIn(ids.guild, { buyerRoleId: ids.buyer });
		await openGuildSettings(store, nothing);
		await openGuildSettings(store, { ...nothing, DISCORD_GUILD_ID: ids.guild });
		await expect(openGuildSettings(store, { ...nothing, DISCORD_GUILD_ID: otherGuild })).rejects.toThrow(
			ConfigError,
		);
	});
});

describe('an audit message', () => {
	const environment = { ...nothing, BUYER_ROLE_ID: ids.buyer };

	it('goes to the channel of its server, which the environment names where nothing was chosen', async () => {
		const settings = { ...environment, AUDIT_CHANNEL_ID: ids.hidden };
		const channelOf = auditChannels(await openGuildSettings(store, settings), settings);
		await chooseIn(ids.guild, { auditChannelId: ids.audit });
		expect(await channelOf(ids.guild)).toBe(ids.audit);
		expect(await channelOf(otherGuild)).toBe(ids.hidden);
	});

	it('for whoever runs the bot goes to the environment’s channel, else to the first one that was chosen', async () => {
		const channelOf = auditChannels(await openGuildSettings(store, environment), environment);
		expect(await channelOf(undefined)).toBeUndefined();
		await chooseIn(otherGuild, { buyerRoleId: ids.buyer });
		await chooseIn(ids.guild, { auditChannelId: ids.audit });
		expect(await channelOf(undefined)).toBe(ids.audit);
		const settings = { ...environment, AUDIT_CHANNEL_ID: ids.hidden };
		expect(await auditChannels(await openGuildSettings(store, settings), settings)(undefined)).toBe(
			ids.hidden,
		);
	});
});
