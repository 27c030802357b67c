import type { Role } from '@claimcheck/local-discord';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { chooseSetting, openMore } from '../../src/views/custom-ids/setup-ids.js';
import { auditLine, buyerRoleGiven, firstAnswer, freshCode, logged, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';
import { openTranslatedShop, purchaseWith, type Translate, type TranslatedShop } from './translated-shop.js';

const day = 86_400_000;
const wrong = '00000000-0000-4000-8000-000000000077';

describe('a shop with ways of its own, with the production bot', () => {
	let stage: Stage;
	let shop: TranslatedShop;
	let bot: RunningBot;
	let supported: Role;

	beforeAll(async () => {
		stage = await openStage();
		shop = await openTranslatedShop(stage);
		supported = stage.guild.addRole({ name: 'Supported' });
		await register(stage);
		bot = await stage.startBot({ MARKETPLACE_URL: shop.url });
		await bot.logged('Loaded the items');
		const { admin } = stage.people;
		const page = await admin.chatInput('setup server').answered();
		const active = await admin.selectMenu(page, openMore.encode(), ['active']).answered();
		await admin.selectMenu(active, chooseSetting.encode('supported'), [supported.id]).answered();
	});
	afterEach(() => shop.translate(undefined));
	afterAll(async () => {
		await stage?.close();
		shop?.close();
	});

	/** Any answer about a code, in place of the shop's. */
	const validation =
		(status: number, text: string, type = 'application/json'): Translate =>
		(answer, response) => {
			if (!answer.path.startsWith('/api/purchases')) return answer;
			response.writeHead(status, { 'content-type': type }).end(text);
			return undefined;
		};

	it('says of a fresh purchase that its end of support isn’t known, until it is', async () => {
		const [person, until] = [stage.newPerson('Ana'), Date.now() + 100 * day];
		const { code } = stage.marketplace.addPurchase({ supportedUntil: until });
		shop.translate(purchaseWith({ supported_until: '06/01/2027' }));
		const answer = await verify(person, code);
		expect(headline(answer)).toBe('✅ Purchase verified');
		expect(readable(answer)).toContain('End of support not known yet');
		expect(readable(answer)).not.toContain('No support');
		await buyerRoleGiven(stage, person);
		expect(person.roleIds).not.toContain(supported.id);
		const lines = logged(bot, 'warn').filter(({ msg }) => msg.startsWith('A date from the shop'));
		expect(lines.filter(({ form }) => form === '99/99/9999')).toHaveLength(1);

		shop.translate(
			purchaseWith({
				supported_until: { date: new Date(until).toISOString(), timezone_type: 3, timezone: 'UTC' },
			}),
		);
		await person.chatInput('purchases').answered();
		await stage.discord.events.waitFor(
			'role-added',
			({ userId, roleId }) => userId === person.id && roleId === supported.id,
		);
	});

	it('that refuses a code in words nobody knows is not down', async () => {
		shop.translate(validation(400, JSON.stringify({ status: 'error', msg: 'Code d’achat invalide' })));
		const person = stage.newPerson('Kim');
		const answer = await verify(person, wrong);
		expect(headline(answer)).toBe('⚠️ The shop refused to check this code');
		expect(readable(answer)).not.toMatch(/doesn’t recognize this code|isn’t responding/);
		await auditLine(stage, person.id, 'the shop refused in unknown words');
		const doctor = await stage.people.admin.chatInput('doctor').answered();
		expect(readable(doctor)).not.toContain('The shop isn’t responding');
	});
});

describe('a first start behind a firewall', () => {
	it('goes on, and names the firewall in the log, to staff and in the check-up', async () => {
		const stage = await openStage();
		const shop = await openTranslatedShop(stage);
		try {
			shop.translate((_, response) => {
				response.writeHead(403, { 'content-type': 'text/plain' }).end('error code: 1010');
				return undefined;
			});
			await register(stage);
			const bot = await stage.startBot({ MARKETPLACE_URL: shop.url });
			const person = stage.newPerson('Tom');
			const answer = await firstAnswer(person, freshCode(stage));
			expect(headline(answer)).toBe('⏳ The shop isn’t responding');
			await auditLine(stage, person.id, 'a firewall before the shop refused');
			const reason = 'something before the shop refused (HTTP 403)';
			expect(readable(await stage.people.admin.chatInput('doctor').answered())).toContain(reason);
			expect(bot.lines.join()).toContain(reason);
			expect(logged(bot, 'error')).toEqual([]);
		} finally {
			await stage.close();
			shop.close();
		}
	});
});
