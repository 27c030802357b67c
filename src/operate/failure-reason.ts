import { AppError } from '../base/errors.js';

const codePattern = /^[A-Z0-9_]{3,40}$/;
const maxCauses = 5;

/** An error's code or type. Drivers' messages are left out: they may contain addresses, users and values. */
export function failureReason(error: unknown): string {
	const causes = causesOf(error);
	const root = causes.at(-1);
	for (const { code } of causes.filter((each) => !(each instanceof AppError)).toReversed()) {
		if (typeof code === 'string' && codePattern.test(code)) return code;
	}
	if (root === undefined) return 'unknown error';
	if (typeof root.status === 'number') return `HTTP ${root.status}`;
	if (root.name === 'AbortError' || /time(d )?out|^No response within/i.test(root.message))
		return 'timed out';
	if (/^Connection terminated/.test(root.message)) return 'connection closed';
	if (root instanceof AppError) return root.message;
	return root.constructor.name === 'Error' ? 'unknown error' : root.constructor.name;
}

/** The error and its causes, outermost first. */
function causesOf(
	error: unknown,
): readonly (Error & { readonly code?: unknown; readonly status?: unknown })[] {
	const causes: Error[] = [];
	let each = error;
	while (each instanceof Error && causes.length < maxCauses) {
		causes.push(each);
		// Node tries each address of a host name, and reports all failures together.
		each = each instanceof AggregateError ? each.errors[0] : each.cause;
	}
	return causes;
}
