/** A template with its `{fields}` filled in; a field that nobody fills stays as it is. */
export function fill(template: string, fields: object): string {
  const known = new Map(Object.entries(fields))
  return template.replace(/\{(\w+)\}/g, (place, field: string) => String(known.get(field) ?? place))
}
