import type { z } from 'zod';
import type { ZodMiniType } from 'zod/mini';
import type { FieldError } from './api-error.js';

/** The stand-in was about to send something that Discord never sends: a bug in the stand-in, not in the bot. */
class StandInBug extends Error {
	constructor(message: string, options?: ErrorOptions) {
		super(message, options);
		this.name = 'StandInBug';
	}
}

type Issue = z.core.$ZodIssue;

/** The fields of a request's body that Discord's published schema refuses. */
export function schemaErrors(schema: ZodMiniType, body: unknown): FieldError[] {
	const parsed = schema.safeParse(body);
	return parsed.success ? [] : parsed.error.issues.flatMap((issue) => toFieldErrors(issue, body));
}

/** `value`, checked to have the shape of Discord's published schema. Throws StandInBug if it doesn't. */
export function conforming<T>(schema: ZodMiniType, value: unknown, what: string): T {
	const faults = schemaErrors(schema, value);
	if (faults.length > 0) {
		const list = faults.map((fault) => `${fault.path.join('.')}: ${fault.message}`).join('; ');
		throw new StandInBug(`A ${what} that Discord would not send: ${list}`);
	}
	// The generated schemas infer no types; discord.js' types describe what the schema has just checked.
	return value as T;
}

function toFieldErrors(issue: Issue, root: unknown, above: readonly PropertyKey[] = []): FieldError[] {
	const path = [...above, ...issue.path];
	if (issue.code === 'invalid_union') {
		const meant = likeliestBranch(issue.errors);
		if (meant !== undefined) return meant.flatMap((inner) => toFieldErrors(inner, root, path));
	}
	const { code, message } = describe(issue, valueAt(root, path));
	return [{ path: path.map((key) => (typeof key === 'number' ? key : String(key))), code, message }];
}

/** The `type` distinguishes components and options, so the branch with the same `type` is the right one. */
function likeliestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
	const agrees = (branch: readonly Issue[]) =>
		!branch.some((issue) => issue.path.length === 0 || (issue.path.length === 1 && issue.path[0] === 'type'));
	return branches.find((branch) => branch.length > 0 && agrees(branch));
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
	return path.reduce<unknown>(
		(value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
		root,
	);
}

function describe(issue: Issue, value: unknown): { code: string; message: string } {
	if (value === undefined) return { code: 'BASE_TYPE_REQUIRED', message: 'This field is required' };
	const unit = typeof value === 'string' || Array.isArray(value) ? 'in length' : '';
	switch (issue.code) {
		case 'too_big':
			return unit === ''
				? {
						code: 'NUMBER_TYPE_MAX',
						message: `int value should be less than or equal to ${issue.maximum}.`,
					}
				: { code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${issue.maximum} or fewer in length.` };
		case 'too_small':
			return unit === ''
				? {
						code: 'NUMBER_TYPE_MIN',
						message: `int value should be greater than or equal to ${issue.minimum}.`,
					}
				: { code: 'BASE_TYPE_MIN_LENGTH', message: `Must be ${issue.minimum} or more in length.` };
		case 'invalid_value':
			return {
				code: 'BASE_TYPE_CHOICES',
				message: `Value must be one of ${JSON.stringify(issue.values)}.`,
			};
		case 'invalid_format':
			return issue.format === 'url'
				? { code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' }
				: { code: 'STRING_TYPE_REGEX', message: 'String value did not match validation regex.' };
		case 'invalid_type':
			return {
				code: 'BASE_TYPE_BAD_TYPE',
				message: `Only values of the type ${issue.expected} are accepted.`,
			};
		default:
			return { code: 'UNION_TYPE_CHOICES', message: 'Value of field is not accepted here.' };
	}
}
