import { type MessageView, type ReplyView, stripLinks } from '../../ui/message.js';
import { apiCodeOf, apiCodes } from './api-errors.js';

/**
 * Sends a message, and retries without links and images if Discord rejects it as malformed: a single URL that Discord
 * dislikes makes it reject the whole message.
 * @param note returns the text that replaces them; none by default
 * @param onRefused called with the error, before the retry
 */
export async function sendWithLinkFallback<View extends MessageView | ReplyView, Sent>(
	view: View,
	send: (view: View) => Promise<Sent>,
	{ note, onRefused }: { note?: () => string; onRefused?: (error: unknown) => void } = {},
): Promise<Sent> {
	try {
		return await send(view);
	} catch (error) {
		const bare = apiCodeOf(error) === apiCodes.invalidForm ? stripLinks(view, note?.()) : undefined;
		if (bare === undefined) throw error;
		onRefused?.(error);
		return await send(bare);
	}
}
