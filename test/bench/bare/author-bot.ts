import fs from 'node:fs';
import { Client, Events, GatewayIntentBits, type Interaction, MessageFlags } from 'discord.js';
import { Keyv, type KeyvStoreAdapter } from 'keyv';
import { Pool } from 'undici';

// A decent bot that an author could write in an evening: it defers, asks the shop, stores the code in Keyv, gives the
// role, replies, and suggests items from memory. No limits, retries, audit lines, second process or translations. It
// runs in its own process, as the baseline for the product.

const {
	DISCORD_TOKEN = '',
	DISCORD_API_URL = '',
	BUYER_ROLE_ID = '',
	MARKETPLACE_URL = '',
	MARKETPLACE_API_KEY = '',
	DATABASE_URL = '',
	// Counted as discord.js counts: responses to interactions included, although Discord doesn't count them.
	REQUESTS_PER_SECOND = '50',
} = process.env;

interface Claim {
	readonly userId: string;
	readonly item: string;
	readonly at: number;
}

const claims = new Keyv<Claim>({ store: await openAdapter(DATABASE_URL), namespace: 'claims' });
const shop = new Pool(new URL(MARKETPLACE_URL).origin, { connections: 10 });
const authorization = `Bearer ${MARKETPLACE_API_KEY}`;
let items: readonly { readonly id: number; readonly name: string; readonly lower: string }[] = [];

const client = new Client({
	intents: [GatewayIntentBits.Guilds],
	rest: { api: DISCORD_API_URL, globalRequestsPerSecond: Number(REQUESTS_PER_SECOND) },
});
client.on(Events.InteractionCreate, (interaction) => void answer(interaction));
client.once(Events.ClientReady, () => fs.writeSync(1, `${JSON.stringify({ msg: 'Ready' })}\n`));
process.on('SIGTERM', () => {
	void client.destroy().finally(() => process.exit(0));
});
void loadItems();
await client.login(DISCORD_TOKEN);

async function answer(interaction: Interaction): Promise<void> {
	if (interaction.isAutocomplete()) {
		const typed = interaction.options.getFocused().toLowerCase();
		const found = [];
		for (const { id, name, lower } of items) {
			if (!lower.includes(typed)) continue;
			found.push({ name, value: String(id) });
			if (found.length === 25) break;
		}
		await interaction.respond(found);
		return;
	}
	if (!interaction.isChatInputCommand() || !interaction.inCachedGuild()) return;
	await interaction.deferReply({ flags: MessageFlags.Ephemeral });
	const code = interaction.options.getString('code', true).trim().toLowerCase();
	const userId = interaction.user.id;
	const holder = await claims.get(code);
	if (holder !== undefined && holder.userId !== userId) {
		await interaction.editReply('Somebody else has verified this purchase.');
		return;
	}
	const item = await askShop(code);
	if (item === undefined) {
		await interaction.editReply('There is no purchase with this code.');
		return;
	}
	await claims.set(code, { userId, item, at: Date.now() });
	await interaction.member.roles.add(BUYER_ROLE_ID);
	await interaction.editReply({
		embeds: [{ title: 'Purchase verified', description: `You have the buyer role for ${item}.` }],
	});
}

/** The name of the purchased item; undefined if the shop doesn't know the purchase. */
async function askShop(code: string): Promise<string | undefined> {
	const { statusCode, body } = await shop.request({
		method: 'POST',
		path: '/api/purchases/validation',
		headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
		body: new URLSearchParams({ purchase_code: code }).toString(),
	});
	const answer = (await body.json()) as { data?: { purchase: { item: { name: string } } } };
	return statusCode === 200 ? answer.data?.purchase.item.name : undefined;
}

async function loadItems(): Promise<void> {
	const { body } = await shop.request({ method: 'GET', path: '/api/items/all', headers: { authorization } });
	const answer = (await body.json()) as { items: { id: number; name: string }[] };
	items = answer.items.map(({ id, name }) => ({ id, name, lower: name.toLowerCase() }));
}

/** Loads only the driver in use. */
async function openAdapter(url: string): Promise<KeyvStoreAdapter> {
	if (url.startsWith('redis:')) {
		const { default: KeyvRedis } = await import('@keyv/redis');
		return new KeyvRedis(url);
	}
	if (url.startsWith('postgresql:')) {
		const { KeyvPostgres } = await import('@keyv/postgres');
		return new KeyvPostgres({ uri: url, table: 'bare' });
	}
	const { KeyvSqlite } = await import('@keyv/sqlite');
	const adapter = new KeyvSqlite({ uri: url, busyTimeout: 5_000 });
	await adapter.query('PRAGMA journal_mode = WAL');
	return adapter;
}
