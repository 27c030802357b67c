/** A field that Discord refuses. `path` leads to it from the body's root. */
export interface FieldError {
	readonly path: readonly (string | number)[];
	/** Discord's own code for it, such as `BASE_TYPE_REQUIRED`. */
	readonly code: string;
	readonly message: string;
}

/** A response that refuses a request, with Discord's HTTP status and JSON code. */
export class ApiError extends Error {
	readonly status: number;
	readonly code: number;
	readonly fields: readonly FieldError[];

	constructor(status: number, code: number, message: string, fields: readonly FieldError[] = []) {
		super(message);
		this.name = 'ApiError';
		this.status = status;
		this.code = code;
		this.fields = fields;
	}

	/** The JSON body that Discord sends: `errors` nests by path, with `_errors` at each end. */
	toBody(): Record<string, unknown> {
		const body = { message: this.message, code: this.code };
		return this.fields.length === 0 ? body : { ...body, errors: nest(this.fields) };
	}
}

// Statuses and codes from https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
const errors = {
	unauthorized: [401, 0, '401: Unauthorized'],
	blockedClient: [403, 40333, 'internal network error'],
	notFound: [404, 0, '404: Not Found'],
	methodNotAllowed: [405, 0, '405: Method Not Allowed'],
	unknownChannel: [404, 10003, 'Unknown Channel'],
	unknownGuild: [404, 10004, 'Unknown Guild'],
	unknownMember: [404, 10007, 'Unknown Member'],
	unknownMessage: [404, 10008, 'Unknown Message'],
	unknownRole: [404, 10011, 'Unknown Role'],
	unknownUser: [404, 10013, 'Unknown User'],
	unknownWebhook: [404, 10015, 'Unknown Webhook'],
	unknownInteraction: [404, 10062, 'Unknown interaction'],
	unknownCommand: [404, 10063, 'Unknown application command'],
	tooManyRoles: [400, 30005, 'Maximum number of server roles reached (250)'],
	tooManyAttachments: [400, 30015, 'Maximum number of attachments in a message reached (10)'],
	tooManyCommandCreates: [
		400,
		30034,
		'Max number of daily application command creates has been reached (200)',
	],
	alreadyAcknowledged: [400, 40060, 'Interaction has already been acknowledged.'],
	missingAccess: [403, 50001, 'Missing Access'],
	emptyMessage: [400, 50006, 'Cannot send an empty message'],
	cannotMessageUser: [403, 50007, 'Cannot send messages to this user'],
	// Opening the conversation is refused with a different status than writing to it (discord-api-docs#1905).
	cannotOpenDirect: [400, 50007, 'Cannot send messages to this user'],
	noSharedGuild: [403, 50278, 'Cannot send messages to this user'],
	openingDirectsTooFast: [403, 40003, 'You are opening direct messages too fast'],
	notTextChannel: [400, 50008, 'Cannot send messages in a non-text channel'],
	missingPermissions: [403, 50013, 'Missing Permissions'],
	invalidWebhookToken: [401, 50027, 'Invalid Webhook Token'],
	invalidRole: [400, 50028, 'Invalid Role'],
	invalidJson: [400, 50109, 'The request body contains invalid JSON.'],
	tooLarge: [413, 40005, 'Request entity too large'],
} as const;

export function apiError(name: keyof typeof errors): ApiError {
	const [status, code, message] = errors[name];
	return new ApiError(status, code, message);
}

/** 50035, the refusal of a body, with every bad field in it. */
export function invalidForm(fields: readonly FieldError[]): ApiError {
	return new ApiError(400, 50035, 'Invalid Form Body', fields);
}

function nest(fields: readonly FieldError[]): Record<string, unknown> {
	const nested: Record<string, unknown> = {};
	const here = fields.filter((field) => field.path.length === 0);
	if (here.length > 0) nested['_errors'] = here.map(({ code, message }) => ({ code, message }));
	for (const key of new Set(fields.flatMap((field) => field.path.slice(0, 1)))) {
		const below = fields.filter((field) => field.path[0] === key);
		nested[String(key)] = nest(below.map((field) => ({ ...field, path: field.path.slice(1) })));
	}
	return nested;
}
