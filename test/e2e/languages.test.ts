import type { Person } from '@claimcheck/local-discord/person';
import type { SecondServer, Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLine, freshCode, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

describe('a member whose Discord is in another language, with the production bot', () => {
	let stage: Stage;
	let berlin: SecondServer;

	const speaking = (locale: string): Person => stage.discord.person(stage.guild, { name: 'Jona', locale });

	beforeAll(async () => {
		stage = await openStage();
		berlin = stage.secondServer({ name: 'Nordlicht', locale: 'de' });
		const both = { DISCORD_GUILD_ID: `${stage.guild.id},${berlin.guild.id}` };
		await register(stage, both);
		await stage.startBot(both);
	});
	afterAll(() => stage?.close());

	it('is reported in the language of the server, whose the audit channel is', async () => {
		const member = speaking('de');
		await verify(member, freshCode(stage));
		expect(await auditLine(stage, `<@${member.id}>`)).toContain('verified');
	});

	it.each([
		['de', '✅ Kauf verifiziert'],
		['fr', '✅ Achat vérifié'],
		['es-ES', '✅ Compra verificada'],
		['es-419', '✅ Compra verificada'],
		['pt-BR', '✅ Compra verificada'],
		['it', '✅ Acquisto verificato'],
		['pl', '✅ Zakup zweryfikowany'],
		['tr', '✅ Satın alma doğrulandı'],
		['ru', '✅ Покупка подтверждена'],
		['ja', '✅ 購入を認証しました'],
		['zh-CN', '✅ 购买已验证'],
		['ko', '✅ Purchase verified'],
	])('is answered in it, or in English: %s', async (locale, title) => {
		expect(headline(await verify(speaking(locale), freshCode(stage)))).toBe(title);
	});

	it('is refused in it too', async () => {
		const code = freshCode(stage);
		await verify(stage.people.buyer, code);
		expect(headline(await verify(speaking('de'), code))).toBe('⛔ Dieser Code wird schon verwendet');
		expect(headline(await speaking('ja').chatInput('account', {}, { force: true }).answered())).toContain(
			'管理者',
		);
	});

	it('is led to a command by a mention, which a client shows under its own name for it', async () => {
		const asks = async () =>
			readable(await speaking('de').chatInput('whois', {}, { force: true }).answered());
		const setupId = stage.discord.commands.list(stage.guild.id).find(({ body }) => body.name === 'setup')?.id;
		await expect.poll(asks).toContain(`</setup server:${setupId}>`);
	});

	it('reads numbers, plurals and prices as one writes them there', async () => {
		const list = readable(await speaking('ru').chatInput('items').answered());
		expect(list).toMatch(/Товары · \d+.*страница 1 из \d+/);
		expect(list).toMatch(/\d+,\d{2}\s\$/u);
	});

	it('posts for everyone in the language of the server', async () => {
		const guest = stage.discord.person(berlin.guild, { name: 'Ana', locale: 'fr' });
		const [item] = stage.marketplace.items;
		const own = await guest.chatInput('item', { id: String(item?.id) }).answered();
		expect(readable(own)).toContain('Partager ici');
		await guest.chatInput('item', { id: String(item?.id), share: true }).answered();
		const { message } = await stage.discord.events.waitFor('message-created', ({ message }) =>
			readable(message).includes(guest.id),
		);
		expect(readable(message)).toContain('Geteilt von');
	});
});
