import type { IncomingMessage } from 'node:http';
import { apiError, invalidForm } from './api-error.js';
import type { UploadedFile } from './route.js';

export interface RequestBody {
	readonly json: unknown;
	readonly files: ReadonlyMap<string, UploadedFile>;
}

const mebibyte = 1024 * 1024;
/**
 * https://discord.com/developers/docs/reference#uploading-files: limits for a whole request, and for a file in a server
 * without boosts.
 */
const largestBody = 25 * mebibyte;
const largestFile = 10 * mebibyte;

/** https://discord.com/developers/docs/reference#http-api: everything else is refused before it is read. */
const contentTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];

/** Reads a request to its end. Throws ApiError on a body that is neither JSON nor a form. */
export async function readBody(request: IncomingMessage): Promise<RequestBody> {
	const bytes = await readAll(request);
	if (bytes.length === 0) return { json: undefined, files: new Map() };
	const contentType = request.headers['content-type'] ?? '';
	const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
	if (!contentTypes.includes(mediaType)) throw wrongContentType();
	if (mediaType !== 'application/json') return readForm(bytes, contentType);
	return { json: parseJson(bytes.toString('utf8')), files: new Map() };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of request) {
		size += (chunk as Buffer).length;
		if (size > largestBody) throw apiError('tooLarge');
		chunks.push(chunk as Buffer);
	}
	return Buffer.concat(chunks);
}

async function readForm(bytes: Buffer, contentType: string): Promise<RequestBody> {
	const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
		.formData()
		.catch(() => {
			throw apiError('invalidJson');
		});
	const files = new Map<string, UploadedFile>();
	for (const [name, value] of form) {
		const index = /^files\[(\d+)\]$/.exec(name)?.[1];
		if (index === undefined || typeof value === 'string') continue;
		if (value.size > largestFile) throw apiError('tooLarge');
		files.set(index, {
			name: value.name,
			contentType: value.type || 'application/octet-stream',
			bytes: Buffer.from(await value.arrayBuffer()),
		});
	}
	const payload = form.get('payload_json');
	const fields = () => Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'));
	return { json: typeof payload === 'string' ? parseJson(payload) : fields(), files };
}

function wrongContentType(): Error {
	const list = contentTypes.map((type) => `'${type}'`).join(', ');
	const message = `Expected "Content-Type" header to be one of {${list}}.`;
	return invalidForm([{ path: [], code: 'CONTENT_TYPE_INVALID', message }]);
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw apiError('invalidJson');
	}
}
