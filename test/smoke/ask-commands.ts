import { isDeepStrictEqual } from 'node:util';
import { ApplicationCommandOptionType, Routes } from 'discord.js';
import { commandPayloads } from '../../commands/registry.js';
import {
	compareRegistered,
	hasDifferences,
	registrationScopes,
} from '../../src/discord/registration/registration.js';
import { ask, type Finding } from './finding.js';
import type { Place } from './place.js';

/** The command that the person types; the rest of its checks are in `ask-interactions.ts`. */
export const smokeCommand = {
	name: 'smoke',
	description: 'Answers the questions of `npm run smoke`',
	description_localizations: { de: 'Beantwortet die Fragen von `npm run smoke`' },
};

interface Registered {
	readonly id: string;
	readonly name: string;
	readonly version: string;
	readonly name_localizations?: Readonly<Record<string, string>> | null;
}

/** Registers the bot's own commands in the server, and compares the response. */
export async function* askCommands(place: Place): AsyncGenerator<Finding> {
	const { rest, applicationId, guildId } = place;
	const route = Routes.applicationGuildCommands(applicationId, guildId);
	const register = (body: unknown) => rest.put(route, { body }) as Promise<Registered[]>;
	const all = [...commandPayloads, smokeCommand];
	place.later(() => register([]));
	const first = await register(all);
	yield {
		question: 'The commands are read back as they were sent',
		expected: 'the same',
		found: await readBack(place),
	};
	const second = await register(all);
	yield {
		question: 'Registering the same commands again leaves them as they are',
		expected: 'the same ids and versions',
		found: isDeepStrictEqual(marks(first), marks(second)) ? 'the same ids and versions' : 'others',
	};

	const named = (name_localizations: Record<string, string>) => ({ ...smokeCommand, name_localizations });
	await register([...all.slice(0, -1), named({ de: smokeCommand.name, fr: 'fumee' })]);
	const query = new URLSearchParams({ with_localizations: 'true' });
	const listed = (await rest.get(route, { query })) as Registered[];
	const kept = listed.find(({ name }) => name === smokeCommand.name)?.name_localizations ?? {};
	yield {
		question: 'A localised name that equals the default name',
		expected: 'is dropped',
		found: 'de' in kept ? 'is kept' : 'is dropped',
	};
	const option = (name: string, de?: string) => ({
		type: ApplicationCommandOptionType.String,
		name,
		description: name,
		...(de !== undefined && { name_localizations: { de } }),
	});
	const clashing = { ...smokeCommand, options: [option('one', 'two'), option('two')] };
	yield await ask(
		'An option whose localised name is another option’s default name',
		'refused 50035 APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
		rest.post(route, { body: clashing }),
	);
	await register(all);
}

async function readBack({ rest, applicationId, guildId }: Place): Promise<string> {
	const scopes = registrationScopes(applicationId, [guildId], [], [...commandPayloads, smokeCommand]);
	const found = await compareRegistered(rest, scopes);
	return hasDifferences(found) ? `changed: ${found.changed.join(', ')}` : 'the same';
}

function marks(commands: readonly Registered[]): unknown {
	return commands.map(({ id, version }) => [id, version]);
}
