export { append, at, emptyList, type List, push, set, toArray } from './list'
export { emptyTable, get, put, type Table } from './table'
