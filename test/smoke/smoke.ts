import { askAddresses } from './ask-addresses.js';
import { askChannels, askMembers } from './ask-channels.js';
import { askCommands } from './ask-commands.js';
import { askInteractions, type Person } from './ask-interactions.js';
import { askMessages } from './ask-messages.js';
import { askRoles } from './ask-roles.js';
import { type Accounts, askDirectMessages, askTransport } from './ask-transport.js';
import type { Finding } from './finding.js';
import type { Place } from './place.js';

/**
 * Asks Discord what the local Discord claims of it. Costs one create of a command for each of the bot's and one more,
 * of the 200 of a day. Rejects with discord.js's errors if Discord differs in a way that these questions don't cover.
 */
export async function* smoke(place: Place, person: Person, accounts: Accounts = {}): AsyncGenerator<Finding> {
	yield* askCommands(place);
	yield* askAddresses(place);
	yield* askMessages(place);
	yield* askRoles(place);
	yield* askMembers(place);
	yield* askChannels(place);
	yield* askDirectMessages(place, accounts);
	yield* askInteractions(place, person);
	// Last: what refuses a call here would refuse those above.
	yield* askTransport(place);
}
