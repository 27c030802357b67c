import type { account as english } from '../en/account.js';

export const account = {
	'account.userName': 'ユーザー名',
	'account.memberSince': '登録日',
	'account.link': 'リンク',
	'account.badKey':
		'マーケットプレイスがボットのAPIキーを受け付けません。`MARKETPLACE_API_KEY` を確認してください。新しいキーは、マーケットプレイスのワークスペース設定のAPIキー欄で作成できます。',
	'account.laterAt':
		'マーケットプレイスから待つよう求められています。アカウントは {when} に再び読み込めます。',
	'account.unavailable': '現在、マーケットプレイスに接続できません。数分後にもう一度お試しください。',
	'account.malformed': 'マーケットプレイスの応答を理解できませんでした。`MARKETPLACE_URL` は正しいですか？',
	'account.showPrivate': 'メールと残高を表示',
	'account.email': 'メール',
	'account.contactEmail': '連絡用メール',
	'account.balance': '残高',
	'account.notGiven': '未設定',
} satisfies Record<keyof typeof english, string>;
