import { randomUUID } from 'node:crypto';
import { ComponentType } from 'discord.js';
import { ask, type Finding } from './finding.js';
import { type Place, write } from './place.js';

const mebibyte = 1024 * 1024;

/** Asks about messages sent twice, preselected values, and the maximum size of a file. */
export async function* askMessages(place: Place): AsyncGenerator<Finding> {
	const nonce = randomUUID().slice(0, 25);
	const once = { content: 'Smoke', nonce, enforce_nonce: true };
	const [first, again] = [await write(place, once), await write(place, once)];
	yield {
		question: 'A message that is sent again with its nonce',
		expected: 'is the first one',
		found: first.id === again.id ? 'is the first one' : 'is a second one',
	};

	const select = (defaults: readonly string[], least: number) => ({
		content: 'Smoke',
		components: [
			{
				type: ComponentType.ActionRow,
				components: [
					{
						type: ComponentType.RoleSelect,
						custom_id: 'smoke:role',
						min_values: least,
						max_values: 1,
						default_values: defaults.map((id) => ({ id, type: 'role' })),
					},
				],
			},
		],
	});
	yield await ask(
		'A role select with one role to choose, and one preselected',
		'accepted',
		write(place, select([place.roleId], 1)),
	);
	yield await ask(
		'A role select with one role to choose, and an empty list of preselected ones',
		'refused 50035 BASE_TYPE_BAD_LENGTH',
		write(place, select([], 1)),
	);
	yield await ask(
		'A role select with at most one role, and two preselected',
		'refused 50035 BASE_TYPE_BAD_LENGTH',
		write(place, select([place.roleId, place.guildId], 0)),
	);
	yield await ask(
		'A file of 10 MiB and one byte',
		'refused 40005',
		writeFile(place, Buffer.alloc(10 * mebibyte + 1)),
	);
}

function writeFile({ rest, channelId }: Place, data: Buffer): Promise<unknown> {
	return rest.post(`/channels/${channelId}/messages`, { body: {}, files: [{ name: 'smoke.bin', data }] });
}
