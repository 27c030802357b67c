import type { Person } from '@claimcheck/local-discord/person';
import type { Stage } from '@claimcheck/sandbox/stage';
import { PermissionFlagsBits } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseSetting, press } from './acts.js';
import { openStage, register } from './hosted-bot.js';
import { readable } from './reading.js';

// Since 16 November 2026 Discord hides the channels that a bot can't see: over the gateway each has an invented name and
// an invented overwrite, and REST leaves it out (discord-api-docs#8454).

const { ViewChannel, ManageGuild, ManageRoles, Administrator } = PermissionFlagsBits;

let stage: Stage;

beforeAll(async () => {
	stage = await openStage();
	await register(stage);
	await stage.startBot();
});
afterAll(() => stage?.close());

const deny = (bits: bigint) => ({ id: stage.guild.id, type: 0, allow: 0n, deny: bits }) as const;
/** What the bot believes of Discord is as new as the answer to this. */
const settled = () => stage.people.admin.chatInput('items').answered();

describe('a channel that the bot can’t see', () => {
	let staff: string;
	let manager: Person;

	beforeAll(() => {
		const permissions = ManageGuild | ManageRoles;
		const role = stage.guild.addRole({ name: 'Manager', permissions, position: 8 });
		manager = stage.discord.person(stage.guild, { name: 'Sana', roleIds: [role.id] });
		const opened = { ...deny(0n), id: role.id, allow: ViewChannel };
		staff = stage.guild.addChannel({ name: 'staff', overwrites: [deny(ViewChannel), opened] }).id;
	});

	it('is counted when a role is chosen that may open it, and isn’t if the bot sees it', async () => {
		const vip = stage.guild.addRole({ name: 'VIP' });
		const opened = { ...deny(0n), id: vip.id, allow: ViewChannel };
		const secret = stage.guild.addChannel({ name: 'secret', overwrites: [deny(ViewChannel), opened] });
		const choose = async () => readable(await chooseSetting(manager, 'setup-set:supported', vip.id));
		expect(await choose()).toContain('2 channels that I can’t see weren’t checked');
		const bots = { ...deny(0n), id: stage.guild.botRole.id, allow: ViewChannel };
		stage.guild.setOverwrites(secret.id, [deny(ViewChannel), opened, bots]);
		await settled();
		const known = await choose();
		expect(known).toContain(`Buyers would see <#${secret.id}>`);
		expect(known).toContain('1 channel that I can’t see wasn’t checked');
	});

	it('is asked about as an audit channel, then named as one that the bot can’t see, until it sees it', async () => {
		const asked = await chooseSetting(manager, 'setup-set:audit', staff);
		expect(readable(asked)).toContain(`I can’t see <#${staff}>, so I don’t know who can read it`);
		const saved = readable(await press(manager, asked, 'setup-use'));
		expect(saved).toContain(`I can’t see the audit channel <#${staff}>`);
		expect(saved).not.toMatch(/___hidden___|doesn’t exist|deleted/);

		const bots = stage.guild.addRole({ name: 'Bots', permissions: Administrator });
		stage.guild.giveRole(stage.discord.botId, bots.id);
		await settled();
		const seen = readable(await manager.chatInput('setup server').answered());
		expect(seen).not.toContain('I can’t see');
		stage.guild.deleteRole(bots.id);
	});
});
