import type { verify as english } from '../en/verify.js';

export const verify = {
	'verify.notACodeTitle': 'これは購入コードではありません',
	'verify.notACode':
		'コードは `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` のような形です。領収書のメールと、ショップのダウンロードページに記載されています。\n\n注文番号や、ほかのショップのライセンスキーは使えません。',
	'verify.invalidTitle': '無効な購入コード',
	'verify.invalid':
		'ショップはこのコードを認識しません。領収書からもう一度、全体をそのままコピーしてください。1文字足りないだけでも無効になります。\n\n返金された購入のコードは使えません。解決しない場合は、この参照番号をスタッフに見せてください。**コードそのものは絶対に見せないでください**。',
	'verify.takenTitle': 'このコードはすでに使われています',
	'verify.taken':
		'別のメンバーがこのコードで認証済みです。1つのコードは1人だけが使えます。あなたの購入であれば、この参照番号をスタッフに見せて相談してください。**コードそのものは絶対に見せないでください**。',
	'verify.limitedTitle': '間違ったコードが多すぎます',
	'verify.limited':
		'{when} にもう一度お試しください。その間に正しいコードを探してください。領収書のメールと、ショップのダウンロードページにあります。',
	'verify.busyTitle': 'コードはまだ確認中です',
	'verify.busy':
		'すでに送信したコードの結果を待ってから、次のコードを送信してください。このコードは確認されておらず、回数には数えません。',
	'verify.oftenTitle': '短時間に送信されたコードが多すぎます',
	'verify.often': '一度に確認できるコードの数は限られています。{when} にもう一度お試しください。',
	'verify.verifiedTitle': '購入を確認しました',
	'verify.returningTitle': 'おかえりなさい',
	'verify.verified': '**{item}** があなたの購入として登録されました。ご購入ありがとうございます！',
	'verify.returning': '**{item}** はすでにあなたの購入として登録されています。',
	'verify.renewedTitle': '✅ サポートを更新しました',
	'verify.renewed': '**{item}** のサポートは {date} まで有効です（{when}）。',
	'verify.licence': 'ライセンス',
	'verify.support': 'サポート',
	'verify.supportNone': '含まれていません',
	'verify.supportUntil': '{date} まで',
	'verify.supportEnded': '{date} に終了',
	'verify.roleGranted': '購入者ロールが付与されています。',
	'verify.roleWaiting':
		'ロールを付与しています。完了するとこのメッセージが変わります。何もする必要はありません。',
	'verify.roleBlocked':
		'あとはロールだけですが、現在このサーバーでは付与できません。**スタッフの対応が必要**で、すでに連絡済みです。購入は確実に記録されており、ロールは後で自動的に付与されます。',
	'verify.roleUnchosen': 'スタッフが購入者用のロールを選ぶと、ロールが付きます。スタッフには伝わっています。',
	'verify.roleMemberLeft':
		'あなたはもうこのサーバーのメンバーではありません。購入は確実に記録されています。戻ってきたら、もう一度 /認証 を使ってください。',
	'verify.uncheckableTitle': '現在、コードを確認できません',
	'verify.uncheckable':
		'ショップから正しい応答がありません。あなたのコードの問題とは限らず、今回の試行は数えられません。',
	'verify.againSoon': '数分後にもう一度お試しください。',
	'verify.againAt': '{when} にもう一度お試しください。',
	'verify.staffTold': 'スタッフに連絡済みです。後でもう一度お試しください。',
	'verify.reference': '参照番号 {id}',
} satisfies Record<keyof typeof english, string>;
