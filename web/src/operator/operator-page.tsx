export function OperatorPage(_: any) { return <p>op</p>; }
