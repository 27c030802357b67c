import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditChannels, environmentDefaults, GuildSettingsStore } from '../../src/guilds/guild-settings.js';
import { listedGuilds } from '../../src/guilds/served-guilds.js';
import { openSqlite } from '../../src/storage/sqlite.js';
import type { Store } from '../../src/storage/store.js';
import { ids } from './checkup/fake-guild.js';

const otherGuild = '100000000000000002';

let folder: string;
let store: Store;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'claimcheck-setup-'));
	store = await openSqlite(join(folder, 'claims.sqlite'), () => {}, { create: true });
});
afterEach(async () => {
	await store.close();
	await rm(folder, { recursive: true });
});

async function chooseIn(guildId: string, chosen: { buyerRoleId?: string; auditChannelId?: string }) {
	const guilds = new GuildSettingsStore(store, () => ({ buyerRoleId: undefined, auditChannelId: undefined }));
	await guilds.change(guildId, (current) => ({ ...current, ...chosen }));
}

const served = listedGuilds([ids.guild, otherGuild]);
const environment = { BUYER_ROLE_ID: ids.buyer, AUDIT_CHANNEL_ID: ids.hidden };

describe('the environment’s role and channel', () => {
	it('are the first server’s alone', async () => {
		const guilds = new GuildSettingsStore(store, environmentDefaults(environment, served));
		expect(await guilds.get(ids.guild)).toMatchObject({ buyerRoleId: ids.buyer, auditChannelId: ids.hidden });
		const other = await guilds.get(otherGuild);
		expect([other.buyerRoleId, other.auditChannelId]).toEqual([undefined, undefined]);
	});
});

describe('an audit message', () => {
	const channelOf = (guildId: string | undefined) =>
		auditChannels(new GuildSettingsStore(store, environmentDefaults(environment, served)), served)(guildId);

	it('goes to the channel of its server, and nowhere where that has none', async () => {
		expect(await channelOf(ids.guild)).toEqual({ guildId: ids.guild, channelId: ids.hidden });
		expect(await channelOf(otherGuild)).toBeUndefined();
		await chooseIn(otherGuild, { auditChannelId: ids.audit });
		expect(await channelOf(otherGuild)).toEqual({ guildId: otherGuild, channelId: ids.audit });
	});

	it('for operators goes to the first server’s channel and to no other server’s', async () => {
		await chooseIn(otherGuild, { auditChannelId: ids.audit });
		expect(await channelOf(undefined)).toEqual({ guildId: ids.guild, channelId: ids.hidden });
		const none = { BUYER_ROLE_ID: undefined, AUDIT_CHANNEL_ID: undefined };
		expect(
			await auditChannels(
				new GuildSettingsStore(store, environmentDefaults(none, served)),
				served,
			)(undefined),
		).toBeUndefined();
		const nowhere = listedGuilds([]);
		expect(
			await auditChannels(
				new GuildSettingsStore(store, environmentDefaults(environment, nowhere)),
				nowhere,
			)(undefined),
		).toBeUndefined();
	});
});
