export function Neighbourhood(_: any) { return <p>graph</p>; }
