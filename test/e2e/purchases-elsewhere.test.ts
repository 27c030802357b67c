import type { Person } from '@claimcheck/local-discord/person';
import { labelsOf, textOf } from '@claimcheck/local-discord/reading';
import type { SecondServer, Stage } from '@claimcheck/sandbox/stage';
import type { APIMessage } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseRole, openPage } from '../../src/views/custom-ids/setup-ids.js';
import {
	auditChannel,
	change,
	customIdOf,
	forge,
	freshCode,
	marketplaceCalls,
	press,
	verify,
} from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { button, readable } from './reading.js';

describe('/purchases in another server than home, with the production bot', () => {
	let stage: Stage;
	let other: SecondServer;
	let staff: Person;

	beforeAll(async () => {
		stage = await openStage();
		other = stage.secondServer();
		const both = { DISCORD_GUILD_ID: `${stage.guild.id},${other.guild.id}` };
		await register(stage, both);
		await stage.startBot(both);
		staff = stage.people.moderator;
		const { admin } = other.people;
		const page = await admin.chatInput('setup server').answered();
		const roles = await admin.clickButton(page, openPage.encode('buyer')).answered();
		await admin.selectMenu(roles, chooseRole.encode('buyer'), [other.roles.buyer.id]).answered();
	});
	afterAll(() => stage?.close());

	/** A member of both servers, at home and elsewhere. */
	const inBoth = (name: string): [Person, Person] => {
		const home = stage.newPerson(name);
		return [home, stage.discord.person(other.guild, { id: home.id })];
	};
	const own = (person: Person): Promise<APIMessage> => person.chatInput('purchases').answered();
	const roleGiven = (person: Person) =>
		stage.discord.events.waitFor(
			'role-added',
			({ userId, roleId }) => userId === person.id && roleId === other.roles.buyer.id,
		);

	it('a purchase of home gives nothing before its holder says so, and then the role, without the shop', async () => {
		const [home, elsewhere] = inBoth('Maya');
		await verify(home, freshCode(stage));
		const asked = marketplaceCalls(stage, 'purchases/validation');
		const page = await own(elsewhere);
		expect(textOf(page)).toContain('Verified in another server.');
		expect(textOf(page)).not.toContain('<@&');
		expect(elsewhere.roleIds).not.toContain(other.roles.buyer.id);
		await elsewhere.clickButton(page, button(page, 'Use it here')).answered();
		await roleGiven(elsewhere);
		const then = textOf(await own(elsewhere));
		expect(then).not.toContain('Verified in another server.');
		expect(then).toContain(`<@&${other.roles.buyer.id}>`);
		expect(then).not.toContain(stage.roles.buyer.id);
		expect(marketplaceCalls(stage, 'purchases/validation')).toBe(asked);
		// A second press of the old button changes nothing.
		const again = await forge(stage, elsewhere, other.channels.verify, customIdOf(page, 'purchases-here'));
		expect(textOf(again)).toContain('out of date');
	});

	it('can’t be used by another member, by whatever id', async () => {
		const [home, elsewhere] = inBoth('Kim');
		await verify(home, freshCode(stage));
		const id = customIdOf(await own(elsewhere), 'purchases-here');
		const [, thief] = inBoth('Thief');
		const forged = await forge(stage, thief, other.channels.verify, id);
		expect(textOf(forged)).toContain('No purchases yet');
		expect(thief.roleIds).not.toContain(other.roles.buyer.id);
		expect(textOf(await own(elsewhere))).toContain('Verified in another server.');
	});

	it('I4: a lock of home’s staff changes nothing that is shown or can be done elsewhere', async () => {
		const [home, elsewhere] = inBoth('Zoe');
		const code = freshCode(stage);
		await verify(home, code);
		const first = await own(elsewhere);
		await elsewhere.clickButton(first, button(first, 'Use it here')).answered();
		await roleGiven(elsewhere);
		const before = await own(elsewhere);
		await change(staff, 'lock', { code, reason: 'a reason of home' });
		const after = await own(elsewhere);
		expect(textOf(after)).toBe(textOf(before));
		expect(labelsOf(after)).toEqual(labelsOf(before));
		expect(textOf(await own(home))).toContain('🔒 Locked by staff.');

		const question = await press(elsewhere, after, 'purchases-ask-unlink');
		expect(textOf(question)).toContain('It stays linked to your account');
		expect(textOf(await press(elsewhere, question, 'purchases-let-go'))).toContain('✅ Unlinked');
		expect(textOf(await own(home))).toContain('license');
		expect(auditChannel(stage)).not.toContain('unlinked');
		expect(readable(await own(elsewhere))).not.toContain('a reason of home');
	});
});
