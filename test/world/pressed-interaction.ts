import { PermissionFlagsBits } from 'discord.js';
import { FakeInteraction, type Given } from '../discord/interactions/fake-interaction.js';
import { highestPosition, idOf, type PeopledWorld, type PersonName, permissionsIn } from './peopled-world.js';

/** An interaction of a person in the world, with their current rights there. */
export class PressedInteraction extends FakeInteraction {
	override readonly guildId: string;
	override readonly id: string;

	constructor(
		world: PeopledWorld,
		given: Given & { readonly by: PersonName; readonly guildId: string; readonly index: number },
	) {
		const server = world.discord.guild(given.guildId);
		const userId = idOf(given.by);
		const bits = permissionsIn(world, server, userId);
		const highest = highestPosition(server, userId);
		const outOfReach = [...server.roles.values()].filter(({ position }) => position >= highest);
		super({
			...given,
			userId,
			roleIds: [...(server.members.get(userId)?.roleIds ?? [])],
			permissions: bits,
			outOfReach: outOfReach.map(({ id }) => id),
			mayPost: (bits & PermissionFlagsBits.SendMessages) !== 0n || bits === PermissionFlagsBits.Administrator,
		});
		this.id = `5${String(given.index).padStart(17, '0')}`;
		this.guildId = given.guildId;
	}
}
