import { invalidForm } from './api-error.js';
import { isSnowflake } from './snowflake.js';

/** The `limit` of a list. Throws ApiError 50035 unless it is a number between 1 and `max`. */
export function limitOf(
	query: URLSearchParams,
	{ max, otherwise }: { max: number; otherwise: number },
): number {
	const text = query.get('limit');
	if (text === null) return otherwise;
	if (!/^-?\d+$/.test(text)) throw invalid('limit', 'NUMBER_TYPE_COERCE', `Value "${text}" is not int.`);
	const limit = Number(text);
	if (limit < 1) {
		throw invalid('limit', 'NUMBER_TYPE_MIN', 'int value should be greater than or equal to 1.');
	}
	if (limit > max) {
		throw invalid('limit', 'NUMBER_TYPE_MAX', `int value should be less than or equal to ${max}.`);
	}
	return limit;
}

/** An id in a query such as `?after=…`. Throws ApiError 50035 if it can't be one; 0 precedes every id. */
export function idOf(query: URLSearchParams, name: string): bigint | undefined {
	const text = query.get(name);
	if (text === null) return undefined;
	if (text !== '0' && !isSnowflake(text)) {
		throw invalid(name, 'NUMBER_TYPE_COERCE', `Value "${text}" is not snowflake.`);
	}
	return BigInt(text);
}

function invalid(name: string, code: string, message: string): Error {
	return invalidForm([{ path: [name], code, message }]);
}
