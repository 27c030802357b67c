import type { MessageView, ReplyView } from '../views/message.js';
import { withoutAddresses } from '../views/without-addresses.js';
import { apiCodeOf, apiCodes } from './api-errors.js';

/**
 * Sends a message, and once more without links and pictures where Discord finds it ill-formed: for one address that it
 * doesn't like it refuses the whole message, with all that it says and every button on it.
 * @param note what the message then says in their place; undefined: nothing
 * @param onRefused told of the refusal, before the second try
 */
export async function sendShowable<View extends MessageView | ReplyView, Sent>(
	view: View,
	note: string | undefined,
	send: (view: View) => Promise<Sent>,
	onRefused: (error: unknown) => void,
): Promise<Sent> {
	try {
		return await send(view);
	} catch (error) {
		const bare = apiCodeOf(error) === apiCodes.invalidForm ? withoutAddresses(view, note) : undefined;
		if (bare === undefined) throw error;
		onRefused(error);
		return await send(bare);
	}
}
