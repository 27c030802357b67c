import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditLine, freshCode, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

describe('a member whose Discord is in another language, with the production bot', () => {
	let stage: Stage;

	const speaking = (locale: string): Person => stage.discord.person(stage.guild, { name: 'Jona', locale });

	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
		await stage.startBot();
	});
	afterAll(() => stage?.close());

	it.each([
		['de', '✅ Kauf verifiziert'],
		['es-419', '✅ Compra verificada'],
		['ko', '✅ Purchase verified'],
	])('is answered in it, or in English, and reported in that of the server: %s', async (locale, title) => {
		const member = speaking(locale);
		expect(headline(await verify(member, freshCode(stage)))).toBe(title);
		expect(await auditLine(stage, `<@${member.id}>`)).toContain('verified');
	});

	it('is led to a command by a mention, which a client shows under its own name for it', async () => {
		const asks = async () =>
			readable(await speaking('de').chatInput('whois', {}, { force: true }).answered());
		const setupId = stage.discord.commands.list(stage.guild.id).find(({ body }) => body.name === 'setup')?.id;
		await expect.poll(asks).toContain(`</setup server:${setupId}>`);
	});
});
