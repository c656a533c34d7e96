/** A text with what stands for its fields in braces. */
export function fill(template: string, fields: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (whole, field: string) => String(fields[field] ?? whole))
}
