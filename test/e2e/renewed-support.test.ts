import type { Role } from '@claimcheck/local-discord';
import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseSetting, openMore } from '../../src/views/custom-ids/setup-ids.js';
import { auditLine, verify } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { headline, readable } from './reading.js';

const day = 86_400_000;

describe('support that its buyer has renewed, with the production bot', () => {
	let stage: Stage;
	let supported: Role;

	beforeAll(async () => {
		stage = await openStage();
		supported = stage.guild.addRole({ name: 'Supported' });
		await register(stage);
		const bot = await stage.startBot();
		await bot.logged('Loaded the items');
		const { admin } = stage.people;
		const page = await admin.chatInput('setup server').answered();
		const active = await admin.selectMenu(page, openMore.encode(), ['active']).answered();
		await admin.selectMenu(active, chooseSetting.encode('supported'), [supported.id]).answered();
	});
	afterAll(() => stage?.close());

	const buyerOf = async (name: string): Promise<{ person: Person; code: string }> => {
		const person = stage.newPerson(name);
		const { code } = stage.marketplace.addPurchase({
			boughtAt: Date.now() - 300 * day,
			supportedUntil: Date.now() - 100 * day,
		});
		await verify(person, code);
		return { person, code };
	};
	const given = (person: Person) =>
		stage.discord.events.waitFor(
			'role-added',
			({ userId, roleId }) => userId === person.id && roleId === supported.id,
		);
	const until = Date.now() + 200 * day;
	const mark = `<t:${Math.floor(until / 1000)}:D>`;

	it('is reported, with its role, when its buyer verifies again', async () => {
		const { person, code } = await buyerOf('Maya');
		expect(person.roleIds).not.toContain(supported.id);
		stage.marketplace.extendSupport(code, until);
		const answer = await verify(person, code);
		expect(headline(answer)).toContain('Support renewed');
		expect(readable(answer)).toContain(mark);
		await given(person);
		await auditLine(stage, 'renewed support', person.id);
	});
});
